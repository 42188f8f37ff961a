/**
 * What can be sent now. A stream's own events go in the order in which they were recorded, each after the one
 * before was settled; streams do not wait for each other.
 *
 * One thing goes out of order: a detection beyond an end that the service has only assumed, because it
 * had not heard from the site for too long. It is held until the service knows the true end.
 *
 * @typedef {import("./stream-folder.mjs").Stream} Stream
 * @typedef {import("./stream-folder.mjs").Waiting} Waiting
 * @param {readonly Stream[]} streams
 * @param {{ isDue: (stream: string) => boolean, isHeld: (stream: string, file: string) => boolean }} state
 */
export function planOf(streams, { isDue, isHeld }) {
  /** @type {{ stream: Stream, next: Waiting }[]} */
  const singles = [];
  /** @type {{ stream: Stream, file: string }[]} */
  const detections = [];
  for (const stream of streams) {
    if (!isDue(stream.name)) continue;
    const waiting = stream.waiting.filter(({ file }) => stream.ended || !isHeld(stream.name, file));
    const [next] = waiting;
    if (next === undefined) continue;
    if (next.kind !== "detection" || stream.id === undefined) {
      singles.push({ stream, next });
      continue;
    }
    for (const { file, kind } of waiting) {
      if (kind !== "detection") break;
      detections.push({ stream, file });
    }
  }
  return { singles, detections };
}

/**
 * The streams that go on as far as anybody knows, and are known to the service.
 * @param {readonly Stream[]} streams
 */
export function liveIn(streams) {
  return streams.filter(
    ({ id, ended, waiting }) => id !== undefined && !ended && !waiting.some(({ kind }) => kind === "end"),
  );
}
