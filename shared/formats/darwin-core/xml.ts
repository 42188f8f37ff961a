/** An element with its attributes and its content: texts or further elements. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (Element | string)[];
};

export function element(
  name: string,
  content: readonly (Element | string | undefined)[] = [],
  attributes: Readonly<Record<string, string>> = {},
): Element {
  return { name, attributes, content: content.filter((part) => part !== undefined) };
}

/** An element with a text; `undefined` without a text. */
export function optional(name: string, text: unknown): Element | undefined {
  return typeof text === "string" && text !== "" ? element(name, [text]) : undefined;
}

/** An XML document (1.0, UTF-8). */
export function xmlText(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, "")}\n`;
}

function elementText({ name, attributes, content }: Element, indent: string): string {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`),
  ].join(" ");
  if (content.length === 0) return `${indent}<${start}/>`;
  const isText = content.every((part) => typeof part === "string");
  if (isText) return `${indent}<${start}>${content.map(escaped).join("")}</${name}>`;
  const inside = content.map((part) =>
    typeof part === "string" ? indent + escaped(part) : elementText(part, `${indent}  `),
  );
  return [`${indent}<${start}>`, ...inside, `${indent}</${name}>`].join("\n");
}

/** Escapes a text. Leaves out characters that XML does not allow (section 2.2). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
