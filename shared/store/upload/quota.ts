import { dayMs, dayOf } from "../../domain/time/local-days.ts";
import type { UploadMaker } from "../../domain/upload/upload.ts";
import { type Quota, returnToQuota } from "../../table/quota.ts";
import { keys } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";

/** The quota of bytes for new uploads of a user or capture source, on the day (in UTC) of a time. */
export function quotaOf(maker: UploadMaker, atMs: number, bytesPerDay: number): Quota {
  const expiresSeconds = Math.ceil((atMs + 2 * dayMs) / 1000);
  return { key: quotaKey(maker, atMs), max: bytesPerDay, expiresSeconds };
}

/**
 * Returns bytes that were announced but not sent to the quota. Does nothing after the day of the announcement, when
 * that quota no longer matters.
 */
export function returnedTo(
  maker: UploadMaker,
  announcedMs: number,
  nowMs: number,
  unsentBytes: number,
): readonly Write<never>[] {
  if (unsentBytes === 0 || dayOf(announcedMs) !== dayOf(nowMs)) return [];
  return [returnToQuota(quotaKey(maker, announcedMs), unsentBytes)];
}

function quotaKey(maker: UploadMaker, ms: number) {
  const name = "user" in maker ? `user ${maker.user}` : `source ${maker.source}`;
  return keys.uploadQuota(name, dayOf(ms));
}
