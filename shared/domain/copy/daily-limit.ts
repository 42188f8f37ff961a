import { dayMs } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";

/** The fault for a copy that would exceed the minutes of video that the service copies in a day (UTC). */
export function copyLimitReached(minutesPerDay: number, nowMs: number): Fault {
  if (minutesPerDay === 0) {
    return new Fault(
      "too-many-requests",
      "This service makes no playable copies. Ask your operator to allow them (parameter CopyMinutesPerDay).",
    );
  }
  const detail = `This copy would exceed the ${minutesPerDay} minutes of video that the service copies in a day. Try again after midnight (UTC), or ask your operator for a higher limit (parameter CopyMinutesPerDay).`;
  return new Fault("too-many-requests", detail, {
    retryAfterSeconds: Math.ceil((dayMs - (nowMs % dayMs)) / 1000),
  });
}
