import { periodOf } from "../../shared/domain/source/effort.ts";
import { effortRows, type Recordings } from "../../shared/domain/source/effort-rows.ts";
import { formatTimestamp } from "../../shared/domain/time/timestamp.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { contract } from "./contract.ts";
import type { RecordingFilters } from "./recordings.ts";

type Deps = {
  readonly read: (filters: RecordingFilters, nowMs: number) => Promise<readonly Recordings[]>;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "query">;

/** Returns the recorded seconds of capture sources, by their local days or months. */
export function getVideoStreamEffort({ read, nowMs }: Deps) {
  return async ({ query: { by, capturesource, ...days } }: Input) => {
    const period = periodOf(days["day[from]"], days["day[to]"]);
    const asOfMs = nowMs();
    const rows = effortRows(by, period, await read({ period, capturesource }, asOfMs));
    return { status: 200, body: { by, rows, as_of: formatTimestamp(asOfMs) } } as const;
  };
}
