import type { Periods } from "./calendar.ts";
import type { Term } from "./term.ts";

/** Matches records that have any of these terms or a term of any of these periods, or are among these ids. */
export type AnyOf = {
  readonly terms?: readonly Term[];
  readonly periods?: readonly Periods[];
  readonly ids?: Iterable<number>;
};

/** Matches records that have any of these terms. In the longer forms also by periods and ids, or all but those. */
export type Filter = readonly Term[] | AnyOf | { readonly except: AnyOf };

/** The filters that a record must match, and those that it must not. */
export function splitFilters(filters: readonly Filter[]): {
  readonly all: readonly AnyOf[];
  readonly none: readonly AnyOf[];
} {
  return {
    all: filters.flatMap((filter) => ("except" in filter ? [] : [anyOf(filter)])),
    none: filters.flatMap((filter) => ("except" in filter ? [filter.except] : [])),
  };
}

function anyOf(filter: readonly Term[] | AnyOf): AnyOf {
  return isTerms(filter) ? { terms: filter } : filter;
}

export function isTerms(filter: Filter): filter is readonly Term[] {
  return Array.isArray(filter);
}
