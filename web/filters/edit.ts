import { findText } from "../text/find.ts";
import { type FilterName, type Filters, isHours, isSure, readFilters, withoutFilter } from "./filters.ts";

/** The fields of a form, by name. An empty field is "". */
export type Fields = {
  readonly one: (name: string) => string;
  readonly all: (name: string) => readonly string[];
};

const number = String.raw`\s*-?\d+(?:\.\d+)?\s*`;
const near = new RegExp(`^${number},${number},${number}$`);
const bbox = new RegExp(`^${number}(?:,${number}){3}$`);

/**
 * Returns the filters after a form has changed one of them. @returns a sentence about the mistake if a value is invalid
 */
export function edited(filters: Filters, { kind, key }: FilterName, { one, all }: Fields): Filters | string {
  const find = findText.value;
  const range = { from: Number(one("from")), to: Number(one("to")) };
  switch (kind) {
    case "days": {
      const [from, to] = [one("from"), one("to")];
      if (from !== "" && to !== "" && from > to) return find.wrongDays;
      const days = { ...(from && { from }), ...(to && { to }) };
      return from || to ? { ...filters, days } : withoutFilter(filters, { kind });
    }
    case "hours":
      return isHours(range) ? { ...filters, hours: range } : find.wrongHours;
    case "sure":
      return isSure(range) ? { ...filters, sure: range } : find.wrongSure;
    case "observation": {
      const name = one("key").trim();
      if (name === "") return find.noKey;
      const others = (filters.observation ?? []).filter(([each]) => each !== name && each !== key);
      return { ...filters, observation: [...others, [name, one("value").trim() || "*"]] };
    }
    case "near":
    case "bbox": {
      const value = one("value").replaceAll(/\s/g, "");
      if (value === "") return withoutFilter(filters, { kind });
      const isValid = kind === "near" ? near.test(value) : bbox.test(value);
      return isValid ? { ...filters, [kind]: value } : find.wrongPlace[kind];
    }
    default:
      return replaced(filters, kind, all("value"));
  }
}

/** For kinds whose fields have the names and the syntax of the address. */
function replaced(filters: Filters, kind: FilterName["kind"], values: readonly string[]): Filters {
  const rest = withoutFilter(filters, { kind });
  const kept = values.map((value) => value.trim()).filter((value) => value !== "");
  return { ...rest, ...readFilters(new URLSearchParams(kept.map((value) => [kind, value]))) };
}
