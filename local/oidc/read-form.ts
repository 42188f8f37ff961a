import type { IncomingMessage } from "node:http";

const maxCharacters = 10_000;

/** Reads the fields of a form. Returns `undefined` for another media type, and for a form that is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const [mediaType = ""] = (request.headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/x-www-form-urlencoded") return undefined;
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > maxCharacters) return undefined;
  }
  return new URLSearchParams(body);
}
