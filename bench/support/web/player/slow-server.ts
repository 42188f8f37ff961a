import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { buildSync } from "esbuild";
import { portOf } from "../../../../test/support/stack/port-of.ts";

/** A slow link: 20 Mbit/s for all requests together, and 50 ms until each response. */
const link = { bytesPerMs: 20e6 / 8 / 1000, delayMs: 50 };
const chunkBytes = 16 * 1024;

/**
 * Serves a page with the player, and the videos of a folder with byte ranges. An address with `?slow` is on a slow link.
 */
export async function servePlayer(folder: string) {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(import.meta.dirname, "in-page.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    minify: true,
  });
  const script = outputFiles[0]?.text ?? "";
  let sentBytes = 0;
  let freeMs = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    if (url.pathname === "/") {
      return response
        .setHeader("Content-Type", "text/html")
        .end("<!doctype html><body><script src=player.js></script>");
    }
    if (url.pathname === "/player.js")
      return response.setHeader("Content-Type", "text/javascript").end(script);
    const file = path.join(folder, path.basename(url.pathname));
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const [start, end] = [Number(from ?? 0), to ? Math.min(Number(to), size - 1) : size - 1];
    const isSlow = url.searchParams.has("slow");
    if (isSlow) await sleep(link.delayMs);
    response.writeHead(from === undefined ? 200 : 206, {
      "Content-Type": "video/mp4",
      "Accept-Ranges": "bytes",
      "Content-Length": end - start + 1,
      ...(from !== undefined && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    });
    const reading = createReadStream(file, { start, end, highWaterMark: chunkBytes });
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (isSlow) {
          freeMs = Math.max(freeMs, performance.now()) + chunk.length / link.bytesPerMs;
          const waitMs = freeMs - performance.now();
          if (waitMs > 2) await sleep(waitMs);
        }
        sentBytes += chunk.length;
        yield chunk;
      }
    };
    // The page ends requests that it no longer needs.
    await pipeline(reading, counted, response).catch(() => {});
    return response;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    /** Returns the number of bytes of videos that were sent since the last call. */
    sent(): number {
      const sent = sentBytes;
      sentBytes = 0;
      return sent;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type PlayerServer = Awaited<ReturnType<typeof servePlayer>>;
