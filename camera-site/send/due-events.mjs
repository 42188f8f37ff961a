/**
 * Events that can be sent now, except clips. The events of a stream are sent in the order in which they were recorded:
 * each one waits until the one before is sent or set aside. Streams do not wait for each other.
 *
 * @typedef {import("../queue/stream-folder.mjs").Stream} Stream
 * @typedef {import("../queue/stream-folder.mjs").Waiting} Waiting
 * @param {readonly Stream[]} streams
 * @param {{ isDue: (stream: string) => boolean }} state
 */
export function dueEvents(streams, { isDue }) {
  /** @type {{ stream: Stream, next: { file: string, kind: Exclude<Waiting["kind"], "clip"> } }[]} */
  const singles = [];
  /** @type {{ stream: Stream, file: string }[]} */
  const detections = [];
  for (const stream of streams) {
    if (!isDue(stream.name)) continue;
    const [next] = stream.waiting;
    if (next === undefined || next.kind === "clip") continue;
    const { file, kind } = next;
    if (kind !== "detection" || stream.id === undefined) {
      singles.push({ stream, next: { file, kind } });
      continue;
    }
    for (const { file, kind } of stream.waiting) {
      if (kind !== "detection") break;
      detections.push({ stream, file });
    }
  }
  return { singles, detections };
}

/**
 * Streams that the service knows and whose end is not recorded.
 * @param {readonly Stream[]} streams
 */
export function liveStreams(streams) {
  return streams.filter(
    ({ id, ended, waiting }) => id !== undefined && !ended && !waiting.some(({ kind }) => kind === "end"),
  );
}
