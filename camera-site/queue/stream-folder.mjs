/**
 * File names in a stream's folder. The names hold the whole state of the stream. Marking an event as sent renames or
 * removes a file, which needs no space, so a full disk can always be emptied.
 *
 *   start.json                     start of a live stream, not sent yet …
 *   started-<id>.json              … or sent: the service gave the stream this id
 *   recording.json                 start and end of a finished recording, not sent yet …
 *   recorded-<id>.json             … or sent
 *   clip-0.json                    start and end of a clip, whose upload has not begun; 0 uploads have ended before it …
 *   clip-0-<id>.json               … or has begun: the service gave the upload this id. Once sent: recorded-<id>.json
 *   clip                           the video or picture of a clip, until it is sent
 *   000000007-detection-1f3a99c0.json  detection, not sent yet; the seventh event of the stream
 *   000000008-end-99c01f3a.json    end of a live stream, not sent yet …
 *   ended.json                     … or sent
 *   alive                          heartbeat: its modification time is the last one
 *
 * @typedef {"start" | "recording" | "clip"} FirstKind
 * @typedef {"detection" | "end"} LaterKind
 * @typedef {{ readonly file: string, readonly kind: FirstKind | LaterKind }} Waiting
 * @typedef {{
 *   readonly name: string,
 *   readonly id: number | undefined,
 *   readonly ended: boolean,
 *   readonly waiting: readonly Waiting[],
 * }} Stream `waiting` holds the events that are not sent yet, in the order in which they were recorded
 */

/** @type {Readonly<Record<FirstKind, string>>} */
export const firstFiles = { start: "start.json", recording: "recording.json", clip: "clip-0.json" };
/** @type {Readonly<Record<FirstKind, (id: number) => string>>} */
export const acceptedFiles = {
  start: (id) => `started-${id}.json`,
  recording: (id) => `recorded-${id}.json`,
  clip: (id) => `recorded-${id}.json`,
};
export const clipFile = "clip";
export const endedFile = "ended.json";
export const heartbeatFile = "alive";

const firstName = /^(?:(start|recording)|(clip)-\d+(?:-\d+)?)\.json$/;
const clipName = /^clip-(\d+)(?:-(\d+))?\.json$/;
const acceptedName = /^(started|recorded)-(\d+)\.json$/;
const laterName = /^(\d{9})-(detection|end)-[0-9a-f]{8}\.json$/;

/** @param {string} name @param {readonly string[]} files @returns {Stream} */
export function readStream(name, files) {
  const accepted = files.map((file) => acceptedName.exec(file)).find((match) => match !== null);
  const id = accepted ? Number(accepted[2]) : undefined;
  const ended = files.includes(endedFile) || accepted?.[1] === "recorded";
  const first = files.flatMap((file) => {
    const [, event, clip] = firstName.exec(file) ?? [];
    return waitingAs(file, event ?? clip);
  });
  const later = files.flatMap((file) => waitingAs(file, laterName.exec(file)?.[2]));
  return { name, id, ended, waiting: [...first, ...later.sort((a, b) => (a.file < b.file ? -1 : 1))] };
}

/** The file that holds the stream's start. @param {readonly string[]} files */
export function findFirstFile(files) {
  return files.find((file) => firstName.test(file) || acceptedName.test(file));
}

/**
 * State of a clip's upload, from the name of its event: `attempt` is the number of its uploads that have ended, `upload`
 * the id of the present one.
 * @param {string} file
 */
export function readClipName(file) {
  const [, attempt, upload] = clipName.exec(file) ?? [];
  return { attempt: Number(attempt ?? 0), upload: upload === undefined ? undefined : Number(upload) };
}

/** @param {number} attempt @param {number} [upload] */
export function nameClip(attempt, upload) {
  return upload === undefined ? `clip-${attempt}.json` : `clip-${attempt}-${upload}.json`;
}

/**
 * Name for the next event. Two processes may choose the same number; then their events may have either order.
 * @param {readonly string[]} files @param {LaterKind} kind @param {string} unique 8 hexadecimal digits
 */
export function nextFile(files, kind, unique) {
  const last = files.reduce((max, file) => Math.max(max, Number(laterName.exec(file)?.[1] ?? 0)), 0);
  return `${String(last + 1).padStart(9, "0")}-${kind}-${unique}.json`;
}

/** @param {string} file @param {string | undefined} kind @returns {Waiting[]} */
function waitingAs(file, kind) {
  switch (kind) {
    case "start":
    case "recording":
    case "clip":
    case "detection":
    case "end":
      return [{ file, kind }];
    default:
      return [];
  }
}
