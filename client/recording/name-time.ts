import { parseTime, type Recorded } from "../../shared/file-head/recorded.ts";

/** A date and a time, with or without separators, and perhaps milliseconds and a zone. */
const pattern =
  /(?<!\d)(?<year>19[7-9]\d|20\d\d)[-_.]?(?<month>\d\d)[-_.]?(?<day>\d\d)[T _.-]{0,3}(?<hour>\d\d)[-_.:h]?(?<minute>\d\d)[-_.:m]?(?<second>\d\d)[.,]?(?<ms>\d{3})?(?<zone>Z|[+-]\d{4})?(?!\d)/;

/**
 * The start of a recording from the name of its file, such as `20260301_063015`, `2026-03-01 06.30.15` or
 * `20260301T063015Z`, with any text around it. Undefined if the name has no date with a time.
 */
export function nameTime(name: string): Pick<Recorded, "localMs" | "offsetMinutes"> | undefined {
  const parts = pattern.exec(name)?.groups;
  if (parts === undefined) return undefined;
  const { year, month, day, hour, minute, second, ms = "0", zone } = parts;
  // Pixel phones write UTC into names.
  const written = zone ?? (name.startsWith("PXL_") ? "Z" : "");
  return parseTime(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}${written}`);
}
