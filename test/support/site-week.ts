import { formatShortOffset } from "../../shared/domain/time/media-offset.ts";
import { below, oneOf, type Random } from "./seeded-random.ts";

/** A stream that a site records in the simulated week and that must be stored in the end. Times: ms since 1970. */
export type SiteStream = {
  readonly name: string;
  readonly url: string;
  readonly live: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly detections: readonly SiteDetection[];
};

type SiteDetection = {
  /** The detector's own key, which the observation also contains, so that the test can find the annotation. */
  readonly key: string;
  /** Time from the stream's start to the recording of the detection. */
  readonly afterMs: number;
  /** Offsets in the video, in the form that the service returns. */
  readonly start: string;
  readonly end: string;
  readonly species: string;
};

/** An action of a recorder, and its time. */
export type SiteAction = { readonly atMs: number; readonly stream: SiteStream } & (
  | { readonly action: "start" | "end" | "alive" }
  | { readonly action: "detect"; readonly detection: SiteDetection }
);

const hourMs = 3_600_000;
/** Delay of the detector. Because of it, some detections are recorded after the end of their stream. */
const latenessMs = 60_000;
const heartbeatEveryMs = 6 * hourMs;
const weekMs = 7 * 24 * hourMs;

/** Returns a week of live streams and finished recordings. */
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
    const url = `https://site-${site}.example/${n}.mp4`;
    return { name, url, live, startMs, endMs: startMs + lengthMs, detections };
  });
}

/** Returns the actions of the week in order of time. */
export function actionsOf(streams: readonly SiteStream[], withHeartbeats: boolean): SiteAction[] {
  const actions = streams.flatMap((stream): SiteAction[] => {
    const { startMs, endMs, live } = stream;
    const heartbeats = Math.floor((endMs - startMs) / heartbeatEveryMs);
    return [
      { action: "start", atMs: live ? startMs : endMs, stream },
      ...stream.detections.map((detection): SiteAction => {
        return { action: "detect", atMs: startMs + detection.afterMs, stream, detection };
      }),
      ...(live && withHeartbeats
        ? Array.from({ length: heartbeats }, (_, i): SiteAction => {
            return { action: "alive", atMs: startMs + (i + 1) * heartbeatEveryMs, stream };
          })
        : []),
      ...(live ? [{ action: "end", atMs: endMs, stream } satisfies SiteAction] : []),
    ];
  });
  // The sort is stable, so a stream's start stays before its other actions of the same moment.
  return actions.sort((a, b) => a.atMs - b.atMs);
}
