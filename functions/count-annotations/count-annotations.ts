import type { Countable } from "../../shared/domain/annotation/counts.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";
import { maxBodyBytes, payloadBytes } from "../../shared/http/payload.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationCounts } from "../../shared/store/annotation/counts.ts";
import type { CountedValue } from "../../shared/store/annotation/dimensions.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import type { CountRow } from "../../shared/views/annotation/counts.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly count: (filters: AnnotationFilters, by: readonly Countable[]) => Promise<AnnotationCounts>;
};
type Input = InputOf<typeof contract, "query">;

/** Returns the counts above 0, sorted by the values that they belong to. */
export function countAnnotations({ count }: Deps) {
  return async ({ query }: Input, caller: Eventual<User>) => {
    const { by } = query;
    if (by.includes("videostream") && query.videostream === undefined) {
      throw invalid("/by", "`by=videostream` needs the filter `videostream`, such as `videostream=2`.");
    }
    // Only the filter `votedby` depends on the caller, so only requests with it wait until the caller is known.
    const filters = query.votedby === undefined ? query : { ...query, caller: (await caller).id };
    const { total, cells } = await count(filters, by);
    if ("tooMany" in cells) throw tooMany(cells, by);
    const rows = cells
      .toSorted((a, b) => compare(a.values, b.values))
      .map(
        ({ values, count }): CountRow => ({
          ...Object.fromEntries(by.map((each, i) => [each, values[i]])),
          count,
        }),
      );
    const body = { by, rows, total };
    // Thousands of rows with observers of maximum length exceed Lambda's limit for a response.
    if (payloadBytes(JSON.stringify(body)) > maxBodyBytes) {
      throw new Fault(
        "too-large",
        `The ${rows.length} rows are too large for one response. Narrow the filters.`,
      );
    }
    return { status: 200, body } as const;
  };
}

/** Compares rows by their first different value: numbers numerically, texts by UTF-16 code units. */
function compare(a: readonly CountedValue[], b: readonly CountedValue[]): number {
  for (const [i, one] of a.entries()) {
    const other = b[i] ?? one;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function tooMany(
  { tooMany, dimension }: { tooMany: number; dimension: number | undefined },
  by: readonly Countable[],
) {
  const field = dimension === undefined ? undefined : by[dimension];
  return new Fault(
    "too-large",
    field === undefined
      ? `There are more than ${tooMany} rows. Narrow the filters${by.length > 1 ? ", or count by one property only" : ""}.`
      : `There are more than ${tooMany} values of \`${field}\`, the maximum with two properties. Narrow the filters, or count by \`${field}\` alone.`,
  );
}
