import { formatShortOffset } from "../../shared/domain/media-offset.ts";
import { below, oneOf, type Random } from "./seeded-random.ts";

/** What a site did in a week: what the service must hold in the end. Times are milliseconds since 1970. */
export type SiteStream = {
  readonly name: string;
  readonly url: string;
  readonly live: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly detections: readonly SiteDetection[];
};

type SiteDetection = {
  /** The detector's own name of it, also among what it noted. */
  readonly key: string;
  /** When it was recorded, from the stream's start. */
  readonly afterMs: number;
  /** Places in the video as the service prints them. */
  readonly start: string;
  readonly end: string;
  readonly species: string;
};

/** Something that a site records, and when. */
export type SiteAct = { readonly atMs: number; readonly stream: SiteStream } & (
  | { readonly act: "start" | "end" | "alive" }
  | { readonly act: "detect"; readonly detection: SiteDetection }
);

const hourMs = 3_600_000;
/** A detector takes a while, so that some detections are later than the end of their stream. */
const latenessMs = 60_000;
const signEveryMs = 6 * hourMs;
const weekMs = 7 * 24 * hourMs;

/** A week of live streams and of clips that were finished when they were recorded. */
export function siteWeek(random: Random, site: number, fromMs: number): SiteStream[] {
  return Array.from({ length: 10 }, (_, n) => {
    const live = n % 3 !== 0;
    const lengthMs = live
      ? hourMs * (2 + below(random, 40)) + below(random, 1000)
      : 5000 + below(random, 60_000);
    const startMs = fromMs + below(random, weekMs - lengthMs);
    const detections = Array.from({ length: below(random, live ? 14 : 4) }, (_, i) => {
      const fromMs = below(random, lengthMs);
      const toMs = Math.min(lengthMs, fromMs + below(random, 20_000));
      return {
        key: `frame ${i}`,
        afterMs: (live ? toMs : lengthMs) + latenessMs,
        start: formatShortOffset(fromMs),
        end: formatShortOffset(toMs),
        species: oneOf(random, ["Vulpes vulpes", "Lutra lutra", "Meles meles", "unknown"]),
      };
    });
    const name = `site${site}-${n}`;
    const url = `s3://site-${site}/${n}.mp4`;
    return { name, url, live, startMs, endMs: startMs + lengthMs, detections };
  });
}

/** Everything in the order in which the site records it; detections a little after their moment. */
export function actsOf(streams: readonly SiteStream[], withSignsOfLife: boolean): SiteAct[] {
  const acts = streams.flatMap((stream): SiteAct[] => {
    const { startMs, endMs, live } = stream;
    const signs = Math.floor((endMs - startMs) / signEveryMs);
    return [
      { act: "start", atMs: live ? startMs : endMs, stream },
      ...stream.detections.map((detection): SiteAct => {
        return { act: "detect", atMs: startMs + detection.afterMs, stream, detection };
      }),
      ...(live && withSignsOfLife
        ? Array.from({ length: signs }, (_, i): SiteAct => {
            return { act: "alive", atMs: startMs + (i + 1) * signEveryMs, stream };
          })
        : []),
      ...(live ? [{ act: "end", atMs: endMs, stream } satisfies SiteAct] : []),
    ];
  });
  // The order of what comes at one moment stays: a stream's start before all else of it.
  return acts.sort((a, b) => a.atMs - b.atMs);
}
