import { JSONParser } from "@streamparser/json";

/** Thrown for a file that cannot be read as results of a detector. The message is for the person who sent the file. */
export class UnreadableResults extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A value two levels below the top: `detector` of `info`, or entry 12 of `images`. */
export type JsonPart = { readonly of: string; readonly key: string | number; readonly value: unknown };

/** Maximum size of a part in bytes. A part is in memory as a whole. */
const maxPartBytes = 64e6;

/** Maximum number of parts. */
const maxParts = 5_000_000;

/**
 * Reads a JSON object of any size, and yields each list and object in it part by part.
 * @throws UnreadableResults
 */
export async function* jsonParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonPart> {
  const parser = new JSONParser({ paths: ["$.*.*"], keepStack: false });
  let parts: JsonPart[] = [];
  let [unread, count] = [0, 0];
  let hasBegun = false;
  parser.onValue = ({ key, value, stack }) => {
    const of = stack[1]?.key;
    if (typeof of === "string" && key !== undefined) parts.push({ of, key, value });
  };
  for await (const chunk of bytes) {
    if (!hasBegun) hasBegun = beginsObject(chunk);
    parsing(() => parser.write(chunk));
    unread = parts.length > 0 ? 0 : unread + chunk.length;
    if (unread > maxPartBytes) throw new UnreadableResults("too-large", "One entry has more than 64 MB.");
    count += parts.length;
    if (count > maxParts) {
      const most = maxParts.toLocaleString("en");
      throw new UnreadableResults("too-many-rows", `The file has more than ${most} entries. Split the file.`);
    }
    yield* parts;
    parts = [];
  }
  if (!parser.isEnded) parsing(() => parser.end());
}

function parsing(step: () => void): void {
  try {
    step();
  } catch {
    throw new UnreadableResults(
      "json",
      "The file is not complete JSON in UTF-8. If a program has written it, run the program again; if you have changed it, look for a missing comma or bracket.",
    );
  }
}

/**
 * Returns true once the object has begun. Rejects a list, which another program that is also called MegaDetector
 * writes.
 * @throws UnreadableResults for a file that does not begin with an object
 */
function beginsObject(chunk: Uint8Array): boolean {
  // Skips a byte order mark, EF BB BF.
  const [first] = Buffer.from(chunk)
    .toString("latin1")
    .replace(/^[\u00EF\u00BB\u00BF\s]+/, "");
  if (first === "[") {
    throw new UnreadableResults(
      "pixel-list",
      "The file begins with a list, which is another program's format with boxes in pixels. Let your program write the format of the MegaDetector batch scripts (`format_version` 1.3 or newer).",
    );
  }
  if (first !== undefined && first !== "{") {
    throw new UnreadableResults("json", "The file is not JSON. Results of a detector begin with {.");
  }
  return first === "{";
}
