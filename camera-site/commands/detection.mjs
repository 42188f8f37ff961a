const offsetPattern = /^\d{2,5}:[0-5]\d:[0-5]\d(\.\d{1,3})?$/;

/**
 * Body of a detection for the service. The detection is checked here, where the caller can still correct it.
 * @param {{ start?: string | undefined, end?: string | undefined, box?: string | undefined,
 *   observer?: string | undefined, pairs: readonly string[] }} given
 */
export function detectionBody({ start = "", end = start, box, observer = "", pairs }) {
  for (const offset of [start, end]) {
    if (!offsetPattern.test(offset)) {
      throw new Error(
        `--start and --end must be HH:MM:SS.mmm from the start of the video, for example 00:01:02.500, not "${offset}".`,
      );
    }
  }
  if (comparable(start) > comparable(end)) throw new Error(`--end ${end} is before --start ${start}.`);
  if (observer.trim() === "") {
    throw new Error('--observer is required: the detector and its version, for example "detector 1.2".');
  }
  const observation = Object.fromEntries(pairs.map(parsePair));
  if (pairs.length === 0 || pairs.length > 20) {
    throw new Error(
      'Give 1 to 20 key=value pairs that say what was seen, for example species="Vulpes vulpes".',
    );
  }
  return {
    timespan: { start, end },
    ...(box === undefined ? {} : { boundingBox: parseBox(box) }),
    observer,
    observation,
  };
}

/** Pads the hours, so that offsets compare as text. @param {string} offset */
function comparable(offset) {
  const [hours = "", ...rest] = offset.split(":");
  return [hours.padStart(5, "0"), ...rest].join(":");
}

/** @param {string} pair */
function parsePair(pair) {
  const at = pair.indexOf("=");
  if (at < 1 || at === pair.length - 1) throw new Error(`"${pair}" must be key=value.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** @param {string} text */
function parseBox(text) {
  const [x1 = -1, y1 = -1, x2 = -1, y2 = -1, ...more] = text.split(",").map(Number);
  const isBox = [x1, y1, x2, y2].every((n) => Number.isSafeInteger(n) && n >= 0) && x1 <= x2 && y1 <= y2;
  if (!isBox || more.length > 0) {
    throw new Error(`--box must be x1,y1,x2,y2 in whole pixels, x1 <= x2 and y1 <= y2, not "${text}".`);
  }
  return { x1, y1, x2, y2 };
}
