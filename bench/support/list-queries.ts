import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { Term } from "../../shared/index/list-index.ts";
import { below, oneOf, type Random } from "../../test/support/seeded-random.ts";
import { keyShares, type ObservationKey } from "./annotation-data.ts";
import type { DataSet } from "./data-set.ts";

/** Lists with the same kind of filters, such as those of several streams. */
export type ListQuery = {
  readonly name: string;
  readonly budget?: "one filter" | "two filters" | undefined;
  readonly lists: readonly (readonly (readonly Term[])[])[];
};

/** Lists with each kind of filter and with several filters, of frequent values, rare values and alternatives. */
export function listQueries(data: DataSet, random: Random): readonly ListQuery[] {
  const some = Array.from({ length: 4 }, () => oneOf(random, data.annotations));
  const place: readonly Term[] = Array.from({ length: 5 }, () => [
    "cs",
    1 + below(random, data.sources.length),
  ]);
  const one = (name: string, termOf: (annotation: Annotation) => Term): ListQuery => ({
    name,
    budget: "one filter",
    lists: some.map((annotation) => [[termOf(annotation)]]),
  });
  return [
    { name: "all", budget: "one filter", lists: [[]] },
    both("one filter", "weather"),
    both("one filter", "sex"),
    both("one filter", "age"),
    both("one filter", "collar"),
    both("one filter", "injury"),
    one("behaviour", ({ observation }) => ["kv", "behaviour", observation?.["behaviour"] ?? ""]),
    one("species", ({ identifications }) => ["sp", identifications[0]?.species ?? 0]),
    one("observer", ({ observer }) => ["ob", observer ?? ""]),
    one("capture source", ({ source }) => ["cs", source]),
    one("video stream", ({ videostream }) => ["vs", videostream]),
    {
      name: "a value that no annotation has",
      budget: "one filter",
      lists: [[[["kv", "behaviour", "flying"]]]],
    },
    both("two filters", "weather", "sex"),
    both("two filters", "age", "collar"),
    both("one filter", "collar", "injury"),
    both(undefined, "weather", "sex", "age"),
    {
      name: `${percent("weather")} and a stream`,
      budget: "two filters",
      lists: some.map(({ videostream }) => [has("weather"), [["vs", videostream]]]),
    },
    { name: "any of five sources", lists: [[place]] },
    { name: `any of five sources and ${percent("weather")}`, lists: [[place, has("weather")]] },
    { name: `${percent("sex")} or ${percent("age")}`, lists: [[[...has("sex"), ...has("age")]]] },
  ];
}

function both(budget: ListQuery["budget"], ...keys: readonly ObservationKey[]): ListQuery {
  return { name: keys.map(percent).join(" and "), budget, lists: [keys.map(has)] };
}

function percent(key: ObservationKey): string {
  return `${100 * keyShares[key]} %`;
}

function has(key: ObservationKey): readonly Term[] {
  return [["h", key]];
}
