import { offsetMinutes } from "../../../domain/time/zone-offset.ts";

/**
 * Formats a time by the camera's clock, in whole seconds, since the standard's format has no fractions. Without a zone,
 * the time is in UTC.
 * @param round `down` for a start, `up` for an end, so that the rounded span contains the exact one
 */
export function timestamp(ms: number, timeZone: string | undefined, round: "down" | "up"): string {
  const wholeMs = (round === "down" ? Math.floor(ms / 1000) : Math.ceil(ms / 1000)) * 1000;
  if (timeZone === undefined) return `${new Date(wholeMs).toISOString().slice(0, -".000Z".length)}Z`;
  const offset = offsetMinutes(timeZone, wholeMs);
  const local = new Date(wholeMs + offset * 60_000).toISOString().slice(0, -".000Z".length);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}

/** Formats a number without exponent. */
export function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}

/** Selects the columns of a table from the values that a record keeps. */
export function only(
  columns: readonly string[],
  kept: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => columns.includes(name)));
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
