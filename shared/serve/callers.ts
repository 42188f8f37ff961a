import { rateLimitOf } from "../domain/rate-limit.ts";
import { callerRequestsPerSecond } from "../runtime/env.ts";
import { takeFromRateLimit } from "../table/rate-limit-counter.ts";
import { CaptureSourceItem } from "../store/capture-source-item.ts";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import { SiteKeyItem } from "../store/site-key-item.ts";
import { noteSiteKeyUse } from "../store/site-keys.ts";
import type { Table } from "../table/table.ts";
import { userByEmail } from "../store/user-reader.ts";

/** Where the callers of every endpoint are found, and what they have spent. */
export function callers(table: Table) {
  const perSecond = callerRequestsPerSecond();
  return {
    // A fifth of a second's worth, in each container, may be over before anybody notices.
    budget: { share: perSecond / 5, take: takeFromRateLimit(table, rateLimitOf(perSecond), Date.now) },
    findUser: userByEmail(table),
    /** A key dies with its source. */
    async findSiteKey(id: number) {
      const key = await getItem(table, keys.siteKey(id), SiteKeyItem);
      const source = key && (await getItem(table, keys.captureSource(key.source), CaptureSourceItem));
      return source && key;
    },
  };
}

/** The same for endpoints that sites may call. */
export function siteCallers(table: Table) {
  return { ...callers(table), noteUse: noteSiteKeyUse(table, Date.now) };
}
