import type { Periods } from "./calendar.ts";
import type { Term } from "./term.ts";

/** Matches a record that has any of these terms, has a term of any of these periods, or has one of these ids. */
export type AnyOf = {
  readonly terms?: readonly Term[];
  readonly periods?: readonly Periods[];
  readonly ids?: Iterable<number>;
};

/**
 * Matches records that have any of these terms. The other forms also match by periods and ids, or match every record
 * that `except` does not match.
 */
export type Filter = readonly Term[] | AnyOf | { readonly except: AnyOf };

/** Separates the filters that a record must match from those that it must not match. */
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
