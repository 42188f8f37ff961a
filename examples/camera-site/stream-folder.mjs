/**
 * The names in a stream's folder, which say all that is known of it. What has been sent is told by renaming or
 * removing a file, which needs no space: a full disk can always be emptied.
 *
 *   start.json                     the start of a live stream waits to be sent …
 *   started-<id>.json              … or the service has given it this id
 *   recording.json                 the same for a recording that was finished when it was recorded
 *   recorded-<id>.json
 *   000000007-detection-1f3a.json  a detection that waits, the seventh thing recorded
 *   000000008-end-99c0.json        a live stream's end waits …
 *   ended.json                     … or the service knows it
 *   alive                          made anew whenever the recorder says that it is still at it
 *
 * @typedef {"start" | "recording"} FirstKind
 * @typedef {"detection" | "end"} LaterKind
 * @typedef {{ readonly file: string, readonly kind: FirstKind | LaterKind }} Waiting
 * @typedef {{
 *   readonly name: string,
 *   readonly id: number | undefined,
 *   readonly ended: boolean,
 *   readonly waiting: readonly Waiting[],
 * }} Stream `waiting` is in the order in which it was recorded
 */

/** @type {Readonly<Record<FirstKind, string>>} */
export const firstFiles = { start: "start.json", recording: "recording.json" };
/** @type {Readonly<Record<FirstKind, (id: number) => string>>} */
export const acceptedFiles = {
  start: (id) => `started-${id}.json`,
  recording: (id) => `recorded-${id}.json`,
};
export const endedFile = "ended.json";
export const aliveFile = "alive";

const firstName = /^(start|recording)\.json$/;
const acceptedName = /^(started|recorded)-(\d+)\.json$/;
const laterName = /^(\d{9})-(detection|end)-[0-9a-f]{8}\.json$/;

/** @param {string} name @param {readonly string[]} files @returns {Stream} */
export function readStream(name, files) {
  const accepted = files.map((file) => acceptedName.exec(file)).find((match) => match !== null);
  const id = accepted ? Number(accepted[2]) : undefined;
  const ended = files.includes(endedFile) || accepted?.[1] === "recorded";
  const first = files.flatMap((file) => waitingAs(file, firstName.exec(file)?.[1]));
  const later = files.flatMap((file) => waitingAs(file, laterName.exec(file)?.[2]));
  return { name, id, ended, waiting: [...first, ...later.sort((a, b) => (a.file < b.file ? -1 : 1))] };
}

/** The file that tells how the stream began. @param {readonly string[]} files */
export function beginningOf(files) {
  return files.find((file) => firstName.test(file) || acceptedName.test(file));
}

/**
 * The name of what is recorded next. Two processes may take the same number: then neither was first.
 * @param {readonly string[]} files @param {LaterKind} kind @param {string} unique 8 hexadecimal digits
 */
export function nextFile(files, kind, unique) {
  const last = files.reduce((most, file) => Math.max(most, Number(laterName.exec(file)?.[1] ?? 0)), 0);
  return `${String(last + 1).padStart(9, "0")}-${kind}-${unique}.json`;
}

/** @param {string} file @param {string | undefined} kind @returns {Waiting[]} */
function waitingAs(file, kind) {
  const known = kind === "start" || kind === "recording" || kind === "detection" || kind === "end";
  return known ? [{ file, kind }] : [];
}
