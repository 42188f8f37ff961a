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

export type SiteDetection = {
  /** The detector's own name of it, also among what it noted. */
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly species: string;
};

/** Something that a site records, and when. */
export type SiteAct = { readonly atMs: number; readonly stream: SiteStream } & (
  | { readonly act: "start" | "end" | "alive" }
  | { readonly act: "detect"; readonly detection: SiteDetection }
);

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** A week of live streams and of clips that were finished when they were recorded. */
export function siteWeek(random: Random, site: number, fromMs: number): SiteStream[] {
  return Array.from({ length: 12 }, (_, n) => {
    const live = n % 3 !== 0;
    const lengthMs = live
      ? hourMs * (2 + below(random, 40)) + below(random, 1000)
      : 5000 + below(random, 60_000);
    const startMs = fromMs + below(random, weekMs - lengthMs);
    const detections = Array.from({ length: below(random, live ? 14 : 4) }, (_, i) => {
      const at = below(random, lengthMs);
      const end = Math.min(lengthMs, at + below(random, 20_000));
      const species = oneOf(random, ["Vulpes vulpes", "Lutra lutra", "Meles meles", "unknown"]);
      return { key: `frame ${i}`, startMs: at, endMs: end, species };
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
    const signs = Math.floor((endMs - startMs) / (2 * hourMs));
    return [
      { act: "start", atMs: live ? startMs : endMs, stream },
      ...stream.detections.map((detection): SiteAct => {
        const atMs = live ? startMs + detection.endMs + 60_000 : endMs + 60_000;
        return { act: "detect", atMs, stream, detection };
      }),
      ...(live && withSignsOfLife
        ? Array.from({ length: signs }, (_, i): SiteAct => {
            return { act: "alive", atMs: startMs + (i + 1) * 2 * hourMs, stream };
          })
        : []),
      ...(live ? [{ act: "end", atMs: endMs, stream } satisfies SiteAct] : []),
    ];
  });
  // The order of what comes at one moment stays: a stream's start before all else of it.
  return acts.sort((a, b) => a.atMs - b.atMs);
}
