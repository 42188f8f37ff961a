import type { JobWarning } from "../domain/job/job.ts";
import type { Warn } from "../transfer/exports/format.ts";

/** Counts warnings by their code, with the first of each. */
export function warningsOf(before: readonly JobWarning[]): { warn: Warn; all: () => readonly JobWarning[] } {
  const byCode = new Map(before.map((warning) => [warning.code, warning]));
  return {
    warn: (code, first, count = 1) => {
      const known = byCode.get(code) ?? { code, count: 0, first };
      byCode.set(code, { ...known, count: known.count + count });
    },
    all: () => [...byCode.values()],
  };
}
