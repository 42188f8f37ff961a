import * as z from "zod/mini";
import { Fault } from "./fault.ts";
import { Id, IdText } from "./id.ts";
import { formatTimestamp, TimestampView } from "./timestamp.ts";

/** A credential of one capture source's own computer, as stored: never the secret, only its hash. */
export type SiteKey = {
  readonly id: number;
  readonly source: number;
  /** SHA-256 of the secret. */
  readonly hash: Uint8Array;
  readonly createdMs: number;
  /** When it was last used, to the hour. */
  readonly usedMs: number | undefined;
};

/** Who calls by a site key: a machine that may do a few things with its own capture source. */
export type SiteCaller = { readonly siteKey: number; readonly source: number };

/** What is answered once, when the key is made: the only time that it is shown. */
export const NewSiteKeyView = z
  .strictObject({
    id: Id,
    key: z
      .string()
      .check(z.meta({ description: "wvk_<id>_<secret>; shown this once.", examples: ["wvk_42_the-secret"] })),
    created: TimestampView,
  })
  .check(z.meta({ id: "NewSiteKey" }));

export const SiteKeyView = z
  .strictObject({ id: Id, created: TimestampView, last_used: z.nullable(TimestampView) })
  .check(z.meta({ id: "SiteKey" }));
export type SiteKeyView = z.infer<typeof SiteKeyView>;

export const SiteKeyPath = z.strictObject({ id: IdText, key_id: IdText });
export type SiteKeyPath = z.infer<typeof SiteKeyPath>;

export function viewSiteKey({ id, createdMs, usedMs }: SiteKey): SiteKeyView {
  return {
    id,
    created: formatTimestamp(createdMs),
    last_used: usedMs === undefined ? null : formatTimestamp(usedMs),
  };
}

/** @throws Fault `forbidden` for a key of another source */
export function requireOwnSource(caller: SiteCaller, source: number): void {
  if (caller.source !== source) {
    throw new Fault("forbidden", `This site key belongs to capture source ${caller.source} only.`);
  }
}

/** Whether a caller is a site, which may use its own source only; a user may use every one. */
export function isSite<U extends object>(caller: U | SiteCaller): caller is SiteCaller {
  return "siteKey" in caller;
}
