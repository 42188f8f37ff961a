import * as z from "zod/mini";

/** At most 99,999 hours, which is longer than any camera runs. */
const pattern = /^([0-9]{2,5}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?$/;

/** A time in a stream's video, `HH:MM:SS.mmm` from its start; the fraction may be left out. */
export const MediaOffsetText = z.string().check(
  z.regex(pattern, {
    error: "Must be HH:MM:SS or HH:MM:SS.mmm from the start of the stream, e.g. 00:01:30.500",
  }),
  z.meta({
    id: "MediaOffset",
    description: "A time in the stream's video, HH:MM:SS or HH:MM:SS.mmm from its start.",
    examples: ["00:01:30.500"],
  }),
);

/** The same as milliseconds. */
export const MediaOffset = z.pipe(MediaOffsetText, z.transform(parse));

/** `HH:MM:SS.mmm` */
export function formatOffset(ms: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, "0")}`;
}

/** `HH:MM:SS`, with the fraction only where there is one. */
export function formatShortOffset(ms: number): string {
  return ms % 1000 === 0 ? formatOffset(ms).slice(0, -4) : formatOffset(ms);
}

function parse(text: string): number {
  const [, hours, minutes, seconds, fraction = ""] = pattern.exec(text) ?? [];
  return (
    (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, "0"))
  );
}
