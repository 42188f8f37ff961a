import { isSame } from "../is-same.ts";
import type { Frame } from "../picture/frame-clock.ts";
import type { Box } from "../picture/view.ts";
import type { Row } from "./label.ts";
import { formatOffset, parseOffset } from "./offset.ts";
import { boxAt, type Keypoint } from "./track.ts";

/** Pairs of text, such as `behaviour`: `drinking`. */
export type Notes = Readonly<Record<string, string>>;

/** Keys of notes that name the species. Votes have replaced them. */
export const speciesKeys: ReadonlySet<string> = new Set(["species", "common_name", "scientific_name"]);

/** The parts of a label that people can change, except votes. Times are milliseconds of the stream. */
export type Content = {
  readonly startMs: number;
  readonly endMs: number;
  /** Sorted by time. */
  readonly keypoints: readonly Keypoint[];
  /** The box of a label without keypoints. */
  readonly boundingBox: Box | null;
  readonly notes: Notes | null;
};

export function contentOf(row: Row): Content {
  const startMs = parseOffset(row.start) ?? 0;
  return {
    startMs,
    endMs: parseOffset(row.end) ?? startMs,
    keypoints: row.keypoints.map(({ box, time }) => ({ box, ms: parseOffset(time) ?? 0 })),
    boundingBox: row.bounding_box,
    notes: row.observation,
  };
}

/** Returns a row with another content, as the service will return it after the change. */
export function withContent(row: Row, content: Content): Row {
  return {
    ...row,
    start: formatOffset(content.startMs),
    end: formatOffset(content.endMs),
    keypoints: content.keypoints.map(({ box, ms }) => ({ box, time: formatOffset(ms) })),
    bounding_box: content.boundingBox,
    observation: content.notes,
  };
}

/** Returns the content of a new label, from its first keypoint to its last one. */
export function contentOfTrack(keypoints: readonly Keypoint[]): Content {
  const times = keypoints.map(({ ms }) => ms);
  return {
    startMs: Math.min(...times),
    endMs: Math.max(...times),
    keypoints: keypoints.toSorted((a, b) => a.ms - b.ms),
    boundingBox: null,
    notes: null,
  };
}

/** Returns the keypoint on a frame. */
export function keypointOn({ keypoints }: Pick<Content, "keypoints">, frame: Frame): Keypoint | undefined {
  return keypoints.find(({ ms }) => isWithin(ms, frame));
}

/** Returns the content of a label of a whole video, without a box. */
export function contentOfVideo(lengthMs: number): Content {
  return { startMs: 0, endMs: lengthMs, keypoints: [], boundingBox: null, notes: null };
}

/**
 * Returns the content with a box on a frame: moves the frame's keypoint, or adds one. A box that did not move until now
 * gets keypoints at its start and end first.
 */
export function withBox(content: Content, frame: Frame, box: Box): Content {
  const { startMs, endMs, boundingBox } = content;
  if (content.keypoints.length === 0 && startMs === endMs) return { ...content, boundingBox: box };
  const track = trackOf(content);
  const here = keypointOn({ keypoints: track }, frame);
  const others = track.filter((keypoint) => keypoint !== here);
  return spanning(
    { ...content, boundingBox: content.keypoints.length === 0 ? null : boundingBox },
    [...others, { box, ms: here?.ms ?? frame.ms }],
    { startMs, endMs },
  );
}

/**
 * Returns the content after adding a keypoint on a frame, with the current box, or removing the frame's keypoint.
 * `undefined` if it is the last keypoint, which cannot be removed.
 */
export function withKeypointToggled(content: Content, frame: Frame): Content | undefined {
  const { keypoints } = content;
  const here = keypointOn(content, frame);
  if (here === undefined) {
    const box = boxAt(trackOf(content), frame.ms);
    return box && withBox(content, frame, box);
  }
  if (keypoints.length < 2) return undefined;
  const rest = keypoints.filter((keypoint) => keypoint !== here);
  const { startMs, endMs } = content;
  return {
    ...content,
    keypoints: rest,
    // A label starts and ends with its track.
    startMs: here.ms === startMs ? (rest[0]?.ms ?? startMs) : startMs,
    endMs: here.ms === endMs ? (rest.at(-1)?.ms ?? endMs) : endMs,
  };
}

/** Returns the content with its start or end on a frame. `undefined` if the start would be after the end. */
export function withEnd(content: Content, frame: Frame, end: "start" | "end"): Content | undefined {
  // The opposite end of the label may be a little later on the same frame.
  const other = end === "start" ? content.endMs : content.startMs;
  const kept = isWithin(other, frame) ? frame.ms : other;
  const [startMs, endMs] = end === "start" ? [frame.ms, kept] : [kept, frame.ms];
  if (startMs > endMs) return undefined;
  const { keypoints } = content;
  const box = boxAt(keypoints, frame.ms);
  if (box === undefined) return { ...content, startMs, endMs };
  const within = keypoints.filter(({ ms }) => ms >= startMs && ms <= endMs && !isWithin(ms, frame));
  return { ...content, startMs, endMs, keypoints: sorted([...within, { box, ms: frame.ms }]) };
}

export function isSameContent(a: Content, b: Content): boolean {
  return isSame(a, b);
}

/** Returns the keypoints. A box that does not move has one at its start and one at its end. */
function trackOf({ keypoints, boundingBox, startMs, endMs }: Content): readonly Keypoint[] {
  if (keypoints.length > 0 || boundingBox === null) return keypoints;
  return [
    { box: boundingBox, ms: startMs },
    { box: boundingBox, ms: endMs },
  ];
}

function spanning(
  content: Content,
  keypoints: readonly Keypoint[],
  { startMs, endMs }: Pick<Content, "startMs" | "endMs">,
): Content {
  const times = keypoints.map(({ ms }) => ms);
  return {
    ...content,
    keypoints: sorted(keypoints),
    startMs: Math.min(startMs, ...times),
    endMs: Math.max(endMs, ...times),
  };
}

function sorted(keypoints: readonly Keypoint[]): readonly Keypoint[] {
  return keypoints.toSorted((a, b) => a.ms - b.ms);
}

function isWithin(ms: number, { fromMs, toMs }: Frame): boolean {
  return ms >= fromMs && ms <= toMs;
}
