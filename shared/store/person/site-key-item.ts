import * as z from "zod/mini";
import type { SiteKey } from "../../domain/person/site-key.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

/** A site key's item, parsed into the record. */
export const SiteKeyItem = z.pipe(
  z.object({
    id: z.int(),
    source: z.int(),
    hash: z.instanceof(Uint8Array),
    made: z.int(),
    used: maybe(z.int()),
  }),
  z.transform(({ made, used, ...item }): SiteKey => ({ ...item, createdMs: made, usedMs: used })),
);

export function siteKeyItem(key: SiteKey) {
  return { ...keys.siteKey(key.id), id: key.id, source: key.source, hash: key.hash, made: key.createdMs };
}
