import { dayOf, localDay, startOf, type Zone } from "../../parts/local-time.ts";
import { idOf } from "../../record-id.ts";

/** The filters of the list of streams, as the address has them. */
export type Filters = {
  /** Id of the camera. */
  readonly camera?: number;
  /** Days by the camera's clock, both inclusive: `2026-03-02`. */
  readonly from?: string;
  readonly to?: string;
  /** Only streams without a label. */
  readonly unlabelled?: true;
};

export type FilterName = keyof Filters;

/** Parses `camera=2&from=2026-03-01`. Invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const camera = idOf(params.get("camera"));
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))];
  return {
    ...(camera !== undefined && { camera }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(params.get("unlabelled") === "true" && { unlabelled: true }),
  };
}

export function writeFilters(filters: Filters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
}

export function withoutFilter(filters: Filters, name: FilterName): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name));
}

/** Returns `true` if the days are in order. */
export function isInOrder({ from, to }: Filters): boolean {
  return from === undefined || to === undefined || from <= to;
}

const hourMs = 3_600_000;

/**
 * Returns the filters as query parameters of the service. Days begin at different times in each zone, from UTC+14 to
 * UTC-12. So the service returns all streams that could be on one of these days, and `isWithin` leaves out the streams
 * that are on other days by the clock of their own camera. The service cannot find streams without labels either.
 */
export function streamQuery({ camera, from, to }: Filters) {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    ...(camera !== undefined && { capturesource: camera }),
    ...(from !== undefined && { "timespan[start]": instant(startOf(from) - 14 * hourMs) }),
    ...(to !== undefined && { "timespan[end]": instant(startOf(to) + (24 + 12) * hourMs) }),
  };
}

/** Returns `true` if a camera recorded on one of the filter's days, by its own clock. */
export function isWithin(
  { from, to }: Filters,
  stream: { readonly startMs: number; readonly endMs: number | undefined },
  zone: Zone,
): boolean {
  if (to !== undefined && localDay(stream.startMs, zone) > to) return false;
  // A stream that ends at midnight does not belong to the next day.
  const lastMs = stream.endMs === undefined ? Number.POSITIVE_INFINITY : stream.endMs - 1;
  return from === undefined || lastMs === Number.POSITIVE_INFINITY || localDay(lastMs, zone) >= from;
}
