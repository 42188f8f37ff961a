/**
 * An event as it is on disk: its idempotency key, made when it was recorded, and the body of its request.
 * @typedef {{ readonly key: string, readonly body: Readonly<Record<string, unknown>> }} SiteEvent
 */

/**
 * Reads the event of a file; `undefined` when the content is not an event.
 * @param {import("./durable-files.mjs").Fs} fs @param {string} file @returns {SiteEvent | undefined}
 */
export function readEvent(fs, file) {
  try {
    /** @type {unknown} */
    const event = JSON.parse(fs.readFileSync(file, "utf8"));
    if (!isObject(event) || typeof event["key"] !== "string" || !isObject(event["body"])) return undefined;
    return { key: event["key"], body: event["body"] };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {SiteEvent} event */
export function eventText(event) {
  return `${JSON.stringify(event, undefined, 2)}\n`;
}
