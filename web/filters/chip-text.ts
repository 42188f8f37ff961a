import { dayRange } from "../parts/local-time.ts";
import { placesHidden } from "../parts/places/hidden.ts";
import { findText } from "../text/find.ts";
import { shellText } from "../text/shell.ts";
import type { FilterName, Filters } from "./filters.ts";

/** Names for the ids in filters. */
export type Names = {
  readonly camera: (id: number) => string;
  readonly species: (id: number) => string;
};

/** Returns a short text for a filter: `red fox`, `20–4 h`, `behaviour = drinking`. */
export function chipText(filters: Filters, { kind, key }: FilterName, names: Names): string {
  const find = findText.value;
  const anyOf = (each: readonly string[]) =>
    new Intl.ListFormat(shellText.value.locale, { type: "disjunction" }).format(each);
  const { species, camera, days, hours, observation, review, voted, method, sure } = filters;
  switch (kind) {
    case "species":
      return anyOf((species ?? []).map(names.species));
    case "camera":
      return names.camera(camera ?? 0);
    case "days":
      return daysText(days ?? {});
    case "hours":
      return find.hoursFrom(hours?.from ?? 0, hours?.to ?? 24);
    case "observation": {
      const value = observation?.find(([each]) => each === key)?.[1] ?? "";
      return value === "*" ? find.anyValue(key ?? "") : find.hasValue(key ?? "", value);
    }
    case "review":
      return anyOf((review ?? []).map((each) => find.reviews[each]));
    case "voted":
      return voted === "me" ? find.votedByMe : find.notVotedByMe;
    case "method":
      return method === "machine" ? find.byMachine : find.byPeople;
    case "sure":
      return find.sureFrom(sure?.from ?? 0, sure?.to ?? 1);
    case "import":
      return find.fromImport(filters.import ?? 0);
    case "near":
    case "bbox":
      return placesHidden.value ? find.kinds[kind] : find.plain[kind](filters[kind] ?? "");
    default:
      return find.plain[kind](filters[kind] ?? "");
  }
}

function daysText({ from, to }: NonNullable<Filters["days"]>): string {
  const find = findText.value;
  const shell = shellText.value;
  const one = (day: string) => dayRange(day, day, shell.locale);
  if (from === undefined) return find.untilDay(one(to ?? ""));
  return to === undefined ? find.fromDay(one(from)) : dayRange(from, to, shell.locale);
}
