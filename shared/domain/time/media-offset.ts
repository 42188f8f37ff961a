import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";

/** At most 99,999 hours. No camera runs longer. */
export const offsetPattern = /^([0-9]{2,5}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?$/;

const form = "a time from the start of the video, `HH:MM:SS` or `HH:MM:SS.mmm`";

/** A time in a stream's video, `HH:MM:SS.mmm` from its start. The fraction is optional. */
export const MediaOffsetText = z.string({ error: mustBe(form) }).check(
  z.regex(offsetPattern),
  z.meta({
    id: "MediaOffset",
    description: "A time in the stream's video: HH:MM:SS or HH:MM:SS.mmm from its start.",
    examples: ["00:01:30.500"],
  }),
);

/** A time in a stream's video, parsed to milliseconds. */
export const MediaOffset = z.pipe(MediaOffsetText, z.transform(parse));

/** Formats milliseconds as `HH:MM:SS.mmm`. */
export function formatOffset(ms: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, "0")}`;
}

/** Formats milliseconds as `HH:MM:SS`, or as `HH:MM:SS.mmm` if there is a fraction. */
export function formatShortOffset(ms: number): string {
  return ms % 1000 === 0 ? formatOffset(ms).slice(0, -4) : formatOffset(ms);
}

function parse(text: string): number {
  const [, hours, minutes, seconds, fraction = ""] = offsetPattern.exec(text) ?? [];
  return (
    (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, "0"))
  );
}
