import type { EffortQuery } from "../api/counts.ts";
import type { Filters } from "./filters.ts";

/** Returns the filters that also apply to recorded time: the camera and the days. */
export function effortQuery({ camera, days }: Filters): EffortQuery {
  return {
    ...(camera !== undefined && { capturesource: camera }),
    ...(days?.from !== undefined && { "day[from]": days.from }),
    ...(days?.to !== undefined && { "day[to]": days.to }),
  };
}

/** Returns `true` if the filters narrow labels by place or hour. Recorded time ignores these filters. */
export function isEffortWider({ near, bbox, hours }: Filters): boolean {
  return near !== undefined || bbox !== undefined || hours !== undefined;
}
