const offsetPattern = /^\d{2,5}:[0-5]\d:[0-5]\d(\.\d{1,3})?$/;

/**
 * A detection as the service takes it, checked here where somebody can still put it right.
 * @param {{ start?: string | undefined, end?: string | undefined, box?: string | undefined,
 *   observer?: string | undefined, pairs: readonly string[] }} given
 */
export function detectionBody({ start = "", end = start, box, observer = "", pairs }) {
  for (const offset of [start, end]) {
    if (!offsetPattern.test(offset)) {
      throw new Error(`"${offset}" is no place in the video: HH:MM:SS.mmm from its start (--start, --end).`);
    }
  }
  if (comparable(start) > comparable(end)) throw new Error(`--end ${end} is before --start ${start}.`);
  if (observer.trim() === "")
    throw new Error("Say who saw it: --observer, such as the detector and its version.");
  const observation = Object.fromEntries(pairs.map(pairOf));
  if (pairs.length === 0 || pairs.length > 20) throw new Error("Say what was seen, 1 to 20 times key=value.");
  return {
    timespan: { start, end },
    ...(box === undefined ? {} : { boundingBox: boxOf(box) }),
    observer,
    observation,
  };
}

/** @param {string} offset in a form that compares as text */
function comparable(offset) {
  const [hours = "", ...rest] = offset.split(":");
  return [hours.padStart(5, "0"), ...rest].join(":");
}

/** @param {string} pair */
function pairOf(pair) {
  const at = pair.indexOf("=");
  if (at < 1 || at === pair.length - 1) throw new Error(`"${pair}" is not key=value.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** @param {string} text */
function boxOf(text) {
  const [x1 = -1, y1 = -1, x2 = -1, y2 = -1, ...more] = text.split(",").map(Number);
  const isBox = [x1, y1, x2, y2].every((n) => Number.isSafeInteger(n) && n >= 0) && x1 <= x2 && y1 <= y2;
  if (!isBox || more.length > 0) throw new Error(`"${text}" is no box: --box x1,y1,x2,y2 in whole pixels.`);
  return { x1, y1, x2, y2 };
}
