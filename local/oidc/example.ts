import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Handler } from "../http/loopback-server.ts";

/** Path of the example that signs in, on the port of the API. */
export const examplePath = "/_local/sign-in/";

const root = path.join(import.meta.dirname, "../..");
/** The example's files and its only library, by name in the URL. */
const files: Record<string, readonly [file: string, mediaType: string]> = {
  "": ["examples/sign-in/index.html", "text/html"],
  "sign-in.js": ["examples/sign-in/sign-in.js", "text/javascript"],
  "oauth4webapi.js": ["node_modules/oauth4webapi/build/index.js", "text/javascript"],
};

const headers = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Serves `examples/sign-in/` from the stack's own origin, as the issuer requires. */
export const serveExample: Handler = async (request, response) => {
  const name = (request.url ?? "").split("?")[0]?.slice(examplePath.length) ?? "";
  const [file, mediaType] = (Object.hasOwn(files, name) && files[name]) || [];
  if (request.method !== "GET" || file === undefined) {
    response.writeHead(404).end();
    return;
  }
  const content = await readFile(path.join(root, file));
  response.writeHead(200, { ...headers, "Content-Type": `${mediaType}; charset=utf-8` }).end(content);
};
