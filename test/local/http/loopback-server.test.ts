import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type LoopbackServer, listenLoopback } from "../../../local/http/loopback-server.ts";

describe("a loopback server", () => {
  let server: LoopbackServer;
  let handled = 0;
  beforeAll(async () => {
    server = await listenLoopback({
      port: 0,
      handler: (request, response) => {
        handled += 1;
        if (request.url === "/throws") throw new Error("expected by this test");
        if (request.url === "/hangs") return;
        response.end("hello");
      },
    });
  });
  afterAll(() => server.close());

  test.each([
    ["127.0.0.1 with the port", ["Host: 127.0.0.1:PORT"]],
    ["localhost with the port", ["Host: localhost:PORT"]],
    ["localhost in capitals", ["Host: LOCALHOST:PORT"]],
    ["the IPv6 loopback with the port", ["Host: [::1]:PORT"]],
  ])("answers a request for %s", async (_, headers) => {
    expect(await statusOf(server.port, "/", headers)).toBe(200);
  });

  test.each([
    ["another name", "/", ["Host: evil.example:PORT"]],
    ["no port", "/", ["Host: 127.0.0.1"]],
    ["another port", "/", ["Host: 127.0.0.1:1"]],
    ["another loopback address", "/", ["Host: 127.0.0.2:PORT"]],
    ["a name that ends like ours", "/", ["Host: evil.localhost:PORT"]],
    ["no Host at all", "/", []],
    ["an empty Host", "/", ["Host:"]],
    ["two Hosts, ours first", "/", ["Host: 127.0.0.1:PORT", "Host: evil.example"]],
    ["our Host twice", "/", ["Host: 127.0.0.1:PORT", "host: 127.0.0.1:PORT"]],
    ["an absolute target", "http://evil.example/", ["Host: 127.0.0.1:PORT"]],
  ])("answers 421 to a request for %s, and does not handle it", async (_, target, headers) => {
    const before = handled;
    expect(await statusOf(server.port, target, headers)).toBe(421);
    expect(handled).toBe(before);
  });

  test("answers 500 when the handler throws, and logs why", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await statusOf(server.port, "/throws", ["Host: 127.0.0.1:PORT"])).toBe(500);
    expect(log).toHaveBeenCalledWith(new Error("expected by this test"));
    log.mockRestore();
  });

  test("listens on 127.0.0.1 only", async () => {
    const socket = connect(server.port, "127.0.0.2");
    const [error] = await once(socket, "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  });

  test("says so in a sentence when the port is taken", async () => {
    await expect(listenLoopback({ port: server.port, handler: () => {} })).rejects.toThrow(
      `Port ${server.port} is already in use.`,
    );
  });
});

test("close ends idle connections and unanswered requests, and frees the port", async () => {
  const server = await listenLoopback({ port: 0, handler: () => {} });
  const idle = connect(server.port, "127.0.0.1");
  const waiting = connect(server.port, "127.0.0.1");
  await Promise.all([once(idle, "connect"), once(waiting, "connect")]);
  waiting.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  const ended = Promise.all(
    // A reset is an end like any other.
    [idle, waiting].map((socket) => new Promise((end) => socket.on("error", () => {}).once("close", end))),
  );
  await server.close();
  await ended;
  const again = await listenLoopback({ port: server.port, handler: () => {} });
  await again.close();
});

/** Raw, for `fetch` does not let its caller choose the Host. */
async function statusOf(port: number, target: string, headers: string[]): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  const lines = [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""];
  socket.write(lines.join("\r\n").replaceAll("PORT", String(port)));
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}
