import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { portOf } from "../stack/port-of.ts";

export type VideoServer = {
  readonly origin: string;
  /** Returns the numbers of requests, and of bytes written to sockets, since the last call. */
  taken(): { requests: number; bytes: number };
  close(): Promise<void>;
};

type Options = {
  /** Port, by default any free one. */
  readonly port?: number;
  /** `true`: pages of other origins may read the files, as they may read files in the service's buckets. */
  readonly cors?: boolean;
};

/** Serves the files of a folder on loopback, with byte ranges. */
export async function serveVideos(
  folder: string,
  { port = 0, cors = false }: Options = {},
): Promise<VideoServer> {
  let requests = 0;
  let bytes = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (cors) response.setHeader("Access-Control-Allow-Origin", "*");
    if (cors) response.setHeader("Access-Control-Allow-Headers", "Range");
    if (cors) response.setHeader("Access-Control-Expose-Headers", "Content-Range, Content-Length");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    const file = path.join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = to ? Math.min(Number(to), size - 1) : size - 1;
    if (start > end) return response.writeHead(size === 0 ? 200 : 416, { "Content-Length": 0 }).end();
    response.writeHead(from === undefined ? 200 : 206, {
      "Content-Length": end - start + 1,
      ...(from === undefined ? {} : { "Content-Range": `bytes ${start}-${end}/${size}` }),
    });
    const reading = createReadStream(file, { start, end });
    reading.on("data", (chunk) => {
      bytes += chunk.length;
    });
    reading.pipe(response);
    response.on("close", () => reading.destroy());
    return response;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    taken() {
      const taken = { requests, bytes };
      requests = 0;
      bytes = 0;
      return taken;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
