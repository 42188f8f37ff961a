import type { EffortQuery } from "../api/counts.ts";
import type { Filters } from "./filters.ts";

/** The filters that recorded time knows, too: the camera and the days. */
export function effortQuery({ camera, days }: Filters): EffortQuery {
  return {
    ...(camera !== undefined && { capturesource: camera }),
    ...(days?.from !== undefined && { "day[from]": days.from }),
    ...(days?.to !== undefined && { "day[to]": days.to }),
  };
}

/** Whether the recorded time is that of more cameras or hours than the labels are. */
export function isEffortWider({ near, bbox, hours }: Filters): boolean {
  return near !== undefined || bbox !== undefined || hours !== undefined;
}
