const offsetPattern = /^([+-])(0\d|1[0-4]):([0-5]\d)$/;

/** Returns the minutes that a zone's clocks are ahead of UTC at an instant, given in milliseconds since 1970. */
export function offsetMinutes(timeZone: string, ms: number): number {
  const [, sign, hours, minutes] = offsetPattern.exec(timeZone) ?? [];
  if (sign !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const parts = formatterOf(timeZone).formatToParts(ms);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  // "GMT", "GMT+05:45", or with seconds for some zones before 1972.
  const [, ahead = "+", h = "0", m = "0"] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? [];
  return (ahead === "-" ? -1 : 1) * (Number(h) * 60 + Number(m));
}

/** Formats an instant by the clocks of a zone (RFC 3339 with milliseconds). Without a zone, it uses UTC. */
export function formatLocalTime(timeZone: string | undefined, ms: number): string {
  const offset = timeZone === undefined ? 0 : offsetMinutes(timeZone, ms);
  const two = (n: number) => String(n).padStart(2, "0");
  const ahead = Math.abs(offset);
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return new Date(ms + offset * 60_000).toISOString().replace("Z", zone);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are kept, because making one takes a hundred times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formatters.set(timeZone, made);
  return made;
}

/** Returns true if a text is the name of a zone, or an offset such as `+02:00`. */
export function isTimeZone(text: string): boolean {
  if (offsetPattern.test(text)) return true;
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
