import * as z from "zod/mini";
import { Fault } from "../wire/fault.ts";
import { idParameter } from "../wire/id.ts";

/** The credential of a camera's computer, as stored: only the hash of the secret, never the secret. */
export type SiteKey = {
  readonly id: number;
  readonly source: number;
  /** SHA-256 of the secret. */
  readonly hash: Uint8Array;
  readonly createdMs: number;
  /** Time of the last use, to the hour. */
  readonly usedMs: number | undefined;
};

/** A caller with a site key: a camera's computer, which may use its own capture source only. */
export type SiteCaller = { readonly siteKey: number; readonly source: number };

export const SiteKeyPath = z.strictObject({
  id: idParameter("Id of the capture source.", 1),
  key_id: idParameter("Id of the key, the number in `wvk_<id>_<secret>`.", 1),
});
export type SiteKeyPath = z.infer<typeof SiteKeyPath>;

/** @throws Fault `forbidden` for a key of another source */
export function requireOwnSource(caller: SiteCaller, source: number): void {
  if (caller.source !== source) {
    throw new Fault("forbidden", `This site key is for capture source ${caller.source} only.`);
  }
}

/** Returns true if the caller is a site, which may use its own source only. Users may use every source. */
export function isSite<U extends object>(caller: U | SiteCaller): caller is SiteCaller {
  return "siteKey" in caller;
}
