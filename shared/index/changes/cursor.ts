import { laneCount } from "./entry.ts";
import { take, varint } from "./varint.ts";

/** A position in each lane: the number of entries before it. */
export type Cursor = readonly number[];

export const firstCursor: Cursor = Array.from({ length: laneCount }, () => 0);

/** The first character names the form of the rest, so that a later release can use another form. */
const prefix = "1.";

/** The cursor as callers see it: 170 to 500 characters that need no encoding in a URL. */
export function cursorText(cursor: Cursor): string {
  return `${prefix}${Buffer.from(cursor.flatMap(varint)).toString("base64url")}`;
}

/** `undefined` if the text is no cursor. */
export function cursorIn(text: string): Cursor | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const reader = { bytes: Buffer.from(text.slice(prefix.length), "base64url"), at: 0 };
  try {
    const cursor = firstCursor.map(() => take(reader));
    return reader.at === reader.bytes.length ? cursor : undefined;
  } catch {
    return undefined;
  }
}
