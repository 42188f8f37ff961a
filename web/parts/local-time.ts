/** Time zone of a camera's clock: an IANA name or `±HH:MM`; `undefined` for UTC. */
export type Zone = string | null | undefined;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, zone, options]);
  const found = formats.get(key) ?? newFormat(locale, zone ?? "UTC", options);
  formats.set(key, found);
  return found;
}

function newFormat(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    // Older browsers do not support `±HH:MM`. Times are then in UTC, and the name of the zone says so.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  }
}

/** Returns a day such as `2026-03-02`. */
export function localDay(ms: number, zone: Zone): string {
  // Swedish dates have the format of ISO 8601.
  return format("sv-SE", zone, { year: "numeric", month: "2-digit", day: "2-digit" }).format(ms);
}

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** Returns a time such as `21:10`. */
export function localTime(ms: number, zone: Zone, locale: string): string {
  return format(locale, zone, clock).format(ms);
}

/** Returns a time such as `21:10:05`. */
export function localClock(ms: number, zone: Zone): string {
  return format("sv-SE", zone, { ...clock, second: "2-digit" }).format(ms);
}

/** Returns the name of the zone at that time: `CET`, `GMT+1` or `UTC`. */
export function zoneName(ms: number, zone: Zone, locale: string): string {
  const parts = format(locale, zone, { timeZoneName: "short", hour: "2-digit" }).formatToParts(ms);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}

/** Returns the beginning of a day such as `2026-03-02` in UTC, in milliseconds since 1970. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Returns a text if it is a day such as `2026-03-02`. */
export function dayOf(text: string | null): string | undefined {
  const isDay = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text));
  return isDay ? text : undefined;
}

/** Returns `Monday 2 March 2026` for a day such as `2026-03-02`. */
export function longDay(day: string, locale: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return format(locale, "UTC", options).format(startOf(day));
}

/** Returns a day such as `Mon 2 Mar`. */
export function shortDay(day: string, locale: string): string {
  const options = { weekday: "short", day: "numeric", month: "short" } as const;
  return format(locale, "UTC", options).format(startOf(day));
}

/** Returns a moment such as `3 Mar 2026, 02:14`. */
export function localMoment(ms: number, zone: Zone, locale: string): string {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  return format(locale, zone, { ...day, ...clock }).format(ms);
}

/** Returns `1–31 Mar 2026` for days such as `2026-03-01` and `2026-03-31`. */
export function dayRange(from: string, to: string, locale: string): string {
  const options = { day: "numeric", month: "short", year: "numeric" } as const;
  const [first = 0, last = 0] = [from, to].map(startOf);
  return format(locale, "UTC", options).formatRange(first, last);
}

/** Unit symbols of the SI, which are the same in every language. */
const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Returns a duration in its two largest units: `14 s`, `5 min`, `2 min 30 s`, `4 d`. */
export function duration(ms: number): string {
  let rest = Math.round(ms / 1000);
  const first = units.findIndex(([, length]) => rest >= length);
  if (first < 0) return "0 s";
  return units
    .slice(first, first + 2)
    .flatMap(([symbol, length]) => {
      const n = Math.floor(rest / length);
      rest -= n * length;
      return n > 0 ? [`${n} ${symbol}`] : [];
    })
    .join(" ");
}
