import { NotRecordedError } from "./durable-files.mjs";

const streamName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** The service accepts keys of 255 characters, and the sender puts the stream's id in front of a key. */
const detectionKey = /^[\x20-\x7e]{1,200}$/;

/** The name is also the name of a folder. @param {string} stream */
export function checkStreamName(stream) {
  if (streamName.test(stream)) return;
  const rule = "1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit";
  throw new NotRecordedError(`--stream must be ${rule}, not "${stream}".`);
}

/** @param {string} key */
export function checkDetectionKey(key) {
  if (detectionKey.test(key)) return;
  throw new NotRecordedError(`--key must be 1 to 200 visible ASCII characters, not "${key}".`);
}

/** @param {unknown} startTime @param {string} endTime */
export function checkOrder(startTime, endTime) {
  if (typeof startTime !== "string" || Date.parse(startTime) <= Date.parse(endTime)) return;
  throw new NotRecordedError(`The end, ${endTime}, is before the start, ${startTime}.`);
}
