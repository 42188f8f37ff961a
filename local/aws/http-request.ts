import type { IncomingMessage } from "node:http";

/** The parts of a Node request that a signature covers. */
export type HttpRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

export type Target = {
  /** The path as sent, still percent-encoded. */
  path: string;
  /** The decoded query in the order sent. As in RFC 3986, `+` is a plus sign and not a space. */
  query: readonly (readonly [name: string, value: string])[];
};

/** Splits the request target. Returns undefined when the query is not percent-encoded UTF-8. */
export function readTarget(request: HttpRequest): Target | undefined {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const pairs = mark < 0 ? [] : url.slice(mark + 1).split("&");
  try {
    const query = pairs
      .filter((pair) => pair !== "")
      .map((pair) => {
        const at = pair.indexOf("=");
        const [name, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
        return [decodeURIComponent(name), decodeURIComponent(value)] as const;
      });
    return { path, query };
  } catch {
    return undefined;
  }
}
