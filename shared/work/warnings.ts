import type { JobWarning } from "../domain/job/job.ts";

/** Adds a warning. `first` names the place of its first occurrence. */
export type Warn = (code: string, first: string, count?: number) => void;

/** Counts warnings by code, with the first place of each. */
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
