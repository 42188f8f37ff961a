import { guardedFetch } from "../../../../shared/media/fetch/guarded-fetch.ts";
import { jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";
import { answer, startRawServer } from "./raw-server.ts";

// This process ends only if fetches leave no socket and no timer open.
const hour = 3_600_000;
const source = await startRawServer((socket, { path }) => {
  if (path === "/whole") socket.end(answer(200, [], "whole"));
  else if (path === "/partly") socket.write("HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\npart");
});
const get = guardedFetch({
  allowedOrigins: [source.origin],
  meter: startMeter({ ...jobLimits.still, idleMs: hour, totalMs: hour }),
});
await (await get(`${source.origin}/whole`)).text();
await (await get(`${source.origin}/partly`)).body?.cancel();
const stop = new AbortController();
const silent = get(`${source.origin}/silent`, { signal: stop.signal }).catch(() => "stopped");
await (await get(`${source.origin}/whole`)).text();
stop.abort();
await silent;
await get("https://127.0.0.1/").catch(() => "refused");
await source.idle();
await source.close();
console.log("done");
