import { dayMs } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";

/** The fault for a file that would exceed the number of bytes that its sender may announce in a day (UTC). */
export function dailyLimitReached(bytesPerDay: number, nowMs: number): Fault {
  const detail = `This file would exceed your limit of ${inGigabytes(bytesPerDay)} of uploads a day. Try again after midnight (UTC), or ask your operator for a higher limit (parameter UploadGigabytesPerDay).`;
  return new Fault("too-many-requests", detail, {
    retryAfterSeconds: Math.ceil((dayMs - (nowMs % dayMs)) / 1000),
  });
}

export function inGigabytes(bytes: number): string {
  return `${bytes / 1e9} GB`;
}
