import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedFetch } from "../../../../shared/media/fetch/guarded-fetch.ts";
import { jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";
import { answer, type RawServer, startRawServer } from "./raw-server.ts";
import { resolver } from "./resolver.ts";

/** The only allowed server. It redirects each request to the URL in the request's query. */
let source: RawServer;
beforeAll(async () => {
  source = await startRawServer((socket, { path }) => {
    const url = new URL(path, "http://source.test");
    const to = url.searchParams.get("to");
    if (to !== null) socket.end(answer(Number(url.searchParams.get("status") ?? 302), [`Location: ${to}`]));
    else if (url.pathname === "/loop") socket.end(answer(302, ["Location: /loop"]));
    else if (url.pathname === "/nowhere") socket.end(answer(302, []));
    else if (/^\/[1-9]$/.test(url.pathname)) {
      socket.end(answer(302, [`Location: ${Number(url.pathname.slice(1)) - 1}`]));
    } else socket.end(answer(200, ["Content-Type: video/mp4"], `at ${url.pathname}`));
  });
});
afterAll(() => source.close());

function fetcher(more: Partial<Parameters<typeof guardedFetch>[0]> = {}) {
  return guardedFetch({
    allowedOrigins: [source.origin],
    meter: startMeter(jobLimits.still),
    ...more,
  });
}

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])(
    "with status %i are followed to an allowed URL, which the response reports",
    async (status) => {
      const response = await fetcher()(`${source.origin}/a/?status=${status}&to=..%2Fb%23part`);
      expect(await response.text()).toBe("at /b");
      expect(response.url).toBe(`${source.origin}/b#part`);
    },
  );

  test("are followed three times and refused the fourth time", async () => {
    expect(await (await fetcher()(`${source.origin}/3`)).text()).toBe("at /0");
    await expect(fetcher()(`${source.origin}/4`)).rejects.toMatchObject({ reason: "refused" });
  });

  test.each([
    ["they form a loop", "/loop", "refused"],
    ["Location holds an invalid URL", "/?to=http%3A%2F%2F%5B", "refused"],
    ["Location is missing", "/nowhere", "bad-answer"],
    [
      "the third one leads to a forbidden URL",
      `/?to=${encodeURIComponent("/?to=%2F%3Fto%3Dhttps%253A%252F%252F10.0.0.1")}`,
      "refused",
    ],
  ])("fail if %s", async (_, path, reason) => {
    await expect(fetcher()(source.origin + path)).rejects.toMatchObject({ reason });
    await source.idle();
  });
});

describe("host names", () => {
  test("of allowed origins may have loopback addresses but no other non-public addresses", async () => {
    const origin = `http://camera.test:${source.port}`;
    const { resolve, asked } = resolver(
      ["127.0.0.1"],
      ["0.0.0.0"],
      ["127.0.0.1", "10.0.0.1"],
      ["::ffff:127.0.0.1"],
    );
    const get = fetcher({ allowedOrigins: [origin], resolve });
    const connections = source.connections();
    expect(await (await get(`${origin}/video`)).text()).toBe("at /video");
    for (let change = 1; change <= 3; change += 1) {
      await expect(get(`${origin}/video`)).rejects.toMatchObject({ reason: "refused" });
    }
    expect(source.connections()).toBe(connections + 1);
    expect(asked).toHaveLength(4);
  });

  test("are resolved only if they are in allowedHosts, which need not contain the hosts of allowed origins", async () => {
    const { resolve, asked } = resolver(["10.0.0.1"]);
    const get = fetcher({ allowedHosts: ["good.test"], resolve });
    for (const host of ["other.test", "x.good.test", "good.test.", "good.test.other.test"]) {
      await expect(get(`https://${host}/`)).rejects.toMatchObject({ reason: "refused" });
    }
    expect(asked).toEqual([]);
    await expect(get("https://GOOD.test/")).rejects.toMatchObject({ reason: "refused" });
    expect(asked).toEqual(["good.test"]);
    expect((await get(`${source.origin}/`)).status).toBe(200);
  });
});
