import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { below, type Random } from "../../test/support/seeded-random.ts";

const [secondMs, dayMs] = [1000, 86_400_000];

/** The year in which nearly all streams start. */
export const yearMs = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) } as const;

/**
 * Distribution of stream lengths between 5 s and 180 days. `clips` is a bounded Pareto distribution: half are shorter than
 * 23 s, as clips of a motion sensor are, and of 250,000 streams in a year about 110 run at the same time. `log-uniform`
 * has as many streams of minutes as of months: of 250,000 in a year 8,200 run at the same time, eleven for each camera.
 */
export type Durations = "clips" | "log-uniform";

/** Makes streams with ids in order of registration, which is the start, or for one in twenty up to ten days later. */
export function makeStreams(
  count: number,
  durations: Durations,
  sources: number,
  random: Random,
): readonly VideoStream[] {
  const unregistered = Array.from({ length: count }, () => {
    const times = makeTimes(durations, random);
    const lateMs = random() < 0.05 ? random() * 10 * dayMs : 0;
    return { ...times, source: 1 + below(random, sources), registeredMs: times.startMs + lateMs };
  }).toSorted((a, b) => a.registeredMs - b.registeredMs);
  return unregistered.map(({ source, startMs, endMs }, i) => ({
    id: i + 1,
    source,
    url: `https://video.example.org/site/${source}/${i + 1}/index.m3u8`,
    startMs,
    endMs,
    size: undefined,
    mediaType: undefined,
    live: endMs === undefined ? { aliveMs: yearMs.to, endedBy: undefined } : undefined,
    version: 1,
  }));
}

/** One in 598 streams is live. One in 10,000 comes from an always-on camera and lasts for more than a year. */
function makeTimes(durations: Durations, random: Random): Pick<VideoStream, "startMs" | "endMs"> {
  const startMs = yearMs.from + Math.floor(random() * (yearMs.to - yearMs.from));
  const kind = random();
  if (kind < 1 / 598) return { startMs, endMs: undefined };
  if (kind > 1 - 1 / 10_000) {
    const earlierMs = startMs - 200 * dayMs;
    return { startMs: earlierMs, endMs: earlierMs + Math.floor((366 + random() * 300) * dayMs) };
  }
  return { startMs, endMs: startMs + Math.floor(durationMs(durations, random)) };
}

function durationMs(durations: Durations, random: Random): number {
  const [minMs, maxMs] = [5 * secondMs, 180 * dayMs];
  if (durations === "log-uniform") return minMs * (maxMs / minMs) ** random();
  const exponent = 0.46;
  const share = 1 - (minMs / maxMs) ** exponent;
  return minMs / (1 - random() * share) ** (1 / exponent);
}
