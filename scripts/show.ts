import { text } from "node:stream/consumers";

/**
 * Prints the JSON on stdin for people: each field on a line of its own, and short values in one line. Prints any other
 * text as it is, so an empty body prints nothing.
 */
const maxShortCharacters = 90;

const input = await text(process.stdin);
const value = parse(input);
process.stdout.write(value === undefined ? input : `${linesOf(value).join("\n")}\n`);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function linesOf(value: unknown): readonly string[] {
  if (isShort(value)) return [inOneLine(value)];
  if (Array.isArray(value)) {
    return value.flatMap((item) => linesOf(item).map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)));
  }
  return Object.entries(Object(value)).flatMap(([key, field]) =>
    isShort(field)
      ? [`${key}: ${inOneLine(field)}`]
      : [`${key}:`, ...linesOf(field).map((line) => `  ${line}`)],
  );
}

function isShort(value: unknown): boolean {
  return typeof value !== "object" || inOneLine(value).length <= maxShortCharacters;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  // Control characters in a stored text could change the terminal.
  if (typeof value !== "object" || value === null) return String(value).replace(/\p{Cc}/gu, "�");
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${inOneLine(field)}`);
  return `{ ${fields.join(", ")} }`;
}
