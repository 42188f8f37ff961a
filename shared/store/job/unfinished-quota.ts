import { type Job, mostUnfinished } from "../../domain/job/job.ts";
import type { Quota } from "../../table/quota.ts";
import { keys } from "../../table/schema.ts";

/** Lifetime of the counter of a user's unfinished jobs. No job stays unfinished that long. */
const counterSeconds = 90 * 24 * 3600;

/** The quota of a user's unfinished jobs, of all kinds together. */
export function unfinishedQuota({ maker, createdMs }: Pick<Job, "maker" | "createdMs">): Quota {
  return {
    key: keys.jobQuota(maker),
    max: mostUnfinished,
    expiresSeconds: Math.ceil(createdMs / 1000) + counterSeconds,
  };
}
