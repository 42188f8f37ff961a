import type { Callers, SiteCallers } from "../auth/authentication.ts";
import { rateLimitOf } from "../domain/wire/rate-limit.ts";
import { callerRequestsPerSecond } from "../runtime/env.ts";
import { SiteKeyItem } from "../store/person/site-key-item.ts";
import { recordSiteKeyUse } from "../store/person/site-keys.ts";
import { userByEmail } from "../store/person/user-reader.ts";
import { captureSourceById } from "../store/source/reader.ts";
import { getItem } from "../table/item.ts";
import { takeFromRateLimit } from "../table/rate-limit-counter.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";

/** Looks up the callers of an endpoint in the table. */
export function callers(table: Table): Callers {
  const perSecond = callerRequestsPerSecond();
  return {
    // Each container may let through the requests of a fifth of a second before it notices that a caller is over the
    // limit.
    rateLimit: { share: perSecond / 5, take: takeFromRateLimit(table, rateLimitOf(perSecond), Date.now) },
    findUser: userByEmail(table),
    findSiteKey: (id) => getItem(table, keys.siteKey(id), SiteKeyItem),
    hasSource: async ({ source }) => (await captureSourceById(table)(source)) !== undefined,
  };
}

/** Looks up the callers of an endpoint that sites may call. */
export function siteCallers(table: Table): SiteCallers {
  return { ...callers(table), recordUse: recordSiteKeyUse(table, Date.now) };
}
