import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { guardedFetch } from "../../../../shared/media/fetch/guarded-fetch.ts";
import { jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";
import { hostileUrls } from "./hostile-urls.ts";
import { answer, type RawServer, startRawServer } from "./raw-server.ts";
import { resolver } from "./resolver.ts";

/** A server that redirects each request to the URL in the request's query. */
let source: RawServer;
/** Two servers that must get no connection. `any` listens on every address of the machine. */
let inner: RawServer;
let any: RawServer;
let before: number;
beforeAll(async () => {
  source = await startRawServer((socket, { path }) => {
    const to = decodeURIComponent(path.slice("/?".length));
    socket.end(answer(302, [`Location: ${to}`]));
  });
  inner = await startRawServer((socket) => socket.end(answer(200, [], "secret")), "127.0.0.2");
  any = await startRawServer((socket) => socket.end(answer(200, [], "secret")), "0.0.0.0");
});
beforeEach(() => {
  before = connections();
});
afterAll(() => Promise.all([source, inner, any].map((server) => server.close())));

test.each(hostileUrls)("a request for %s is refused before any connection: %s", async (_, url) => {
  await expect(fetcher()(filled(url))).rejects.toMatchObject({ name: "SourceError", reason: "refused" });
  expect(connections()).toBe(before);
});

test.each(hostileUrls)("a redirect to %s is refused before any connection to it: %s", async (_, url) => {
  const redirect = `${source.origin}/?${encodeURIComponent(filled(url))}`;
  await expect(fetcher()(redirect)).rejects.toMatchObject({ name: "SourceError", reason: "refused" });
  expect(connections()).toBe(before);
});

test("a forbidden server answers a plain fetch, and a guarded fetch that allows its origin", async () => {
  const origin = filled("http://127.0.0.2:INNER");
  expect(await (await fetch(origin)).text()).toBe("secret");
  expect(await (await fetcher(origin)(origin)).text()).toBe("secret");
  expect(await (await fetcher(origin, source.origin)(`${source.origin}/?${origin}`)).text()).toBe("secret");
  expect(connections()).toBe(before + 3);
});

function fetcher(...allowedOrigins: string[]) {
  const allowed = allowedOrigins.length > 0 ? allowedOrigins : [source.origin];
  const { resolve } = resolver(["127.0.0.2"]);
  return guardedFetch({ allowedOrigins: allowed, meter: startMeter(jobLimits.still), resolve });
}

function filled(url: string): string {
  return url
    .replace("INNER", String(inner.port))
    .replace("ANY", String(any.port))
    .replace("SOURCE", source.origin);
}

function connections(): number {
  return inner.connections() + any.connections();
}
