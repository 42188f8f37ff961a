import type { ServerResponse } from "node:http";

/** Escaped XML text. */
export type Xml = { xml: string };

/** Creates an element with its children. Escapes children that are text. */
export function element(name: string, ...children: readonly (string | number | boolean | Xml)[]): Xml {
  const inner = children.map((child) => (typeof child === "object" ? child.xml : escapeText(String(child))));
  return { xml: `<${name}>${inner.join("")}</${name}>` };
}

export function sendXml(response: ServerResponse, status: number, root: Xml): void {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}`);
  response.writeHead(status, { "content-type": "application/xml", "content-length": body.length });
  response.end(body);
}

/**
 * Returns the inner text of each element with this name, without unescaping it. This is enough for the two flat
 * documents that S3 clients send. Attributes that contain `>`, CDATA, and nested elements of the same name are not
 * supported.
 */
export function inner(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g"))].map(
    (match) => match[1] ?? "",
  );
}

/** Returns the text of the first element with this name. */
export function textOf(xml: string, name: string): string | undefined {
  const first = inner(xml, name)[0];
  return first === undefined ? undefined : unescapeText(first);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Escapes text. Control characters too: keys may contain them, and parsers turn a carriage return into a line feed. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be escaped
  return text.replace(/[&<>"\u0000-\u001f\u007f-\u009f\u2028]/g, (character) => {
    const name = Object.keys(ENTITIES).find((entity) => ENTITIES[entity] === character);
    return name ? `&${name};` : `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
  });
}

function unescapeText(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}
