const pattern = /^(\d+):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/;

/** Parses a time in a video, `HH:MM:SS` or `HH:MM:SS.mmm`, to milliseconds. Returns `undefined` for any other text. */
export function parseOffset(text: string): number | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, hours, minutes, seconds, fraction = ""] = found;
  return (
    (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, "0"))
  );
}

/** Formats milliseconds as `HH:MM:SS.mmm`. */
export function formatOffset(ms: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, "0")}`;
}

/** Parses a time as people type it, to milliseconds: `1:30`, `90`, `1:02:03.5`. The last number is seconds. */
export function parseTyped(text: string): number | undefined {
  const parts = text.trim().replace(",", ".").split(":");
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return undefined;
  return Math.round(parts.reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1000);
}
