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
  ])("accepts a request for %s", async (_, headers) => {
    expect(await statusOf(server.port, "/", headers)).toBe(200);
  });

  test.each([
    ["another host name", "/", ["Host: evil.example:PORT"]],
    ["no port", "/", ["Host: 127.0.0.1"]],
    ["another port", "/", ["Host: 127.0.0.1:1"]],
    ["another loopback address", "/", ["Host: 127.0.0.2:PORT"]],
    ["a name that ends in localhost", "/", ["Host: evil.localhost:PORT"]],
    ["no Host header", "/", []],
    ["an empty Host", "/", ["Host:"]],
    ["two Host headers, the server's own first", "/", ["Host: 127.0.0.1:PORT", "Host: evil.example"]],
    ["the server's own Host header twice", "/", ["Host: 127.0.0.1:PORT", "host: 127.0.0.1:PORT"]],
    ["an absolute target", "http://evil.example/", ["Host: 127.0.0.1:PORT"]],
  ])("returns 421 for a request with %s, and does not call the handler", async (_, target, headers) => {
    const before = handled;
    expect(await statusOf(server.port, target, headers)).toBe(421);
    expect(handled).toBe(before);
  });

  test("returns 500 and logs the error if the handler throws", async () => {
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

  test("suggests another port if the port is in use", async () => {
    await expect(listenLoopback({ port: server.port, handler: () => {} })).rejects.toThrow(
      `Port ${server.port} is already in use: stop the program that uses it, ` +
        `or choose another port: PORT=${server.port + 1} npm start`,
    );
  });
});

test("closing a loopback server ends idle connections and pending requests, and frees the port", async () => {
  const server = await listenLoopback({ port: 0, handler: () => {} });
  const idle = connect(server.port, "127.0.0.1");
  const waiting = connect(server.port, "127.0.0.1");
  await Promise.all([once(idle, "connect"), once(waiting, "connect")]);
  waiting.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  const ended = Promise.all(
    // The connection may also end with a reset.
    [idle, waiting].map((socket) => new Promise((end) => socket.on("error", () => {}).once("close", end))),
  );
  await server.close();
  await ended;
  const again = await listenLoopback({ port: server.port, handler: () => {} });
  await again.close();
});

test.each([
  ["a query of 17,000 characters", `GET /?a=${"x".repeat(17_000)} HTTP/1.1\r\n\r\n`, 431],
  ["bytes that are no request", "\0\0\r\n\r\n", 400],
  ["half of its headers", "GET / HTTP/1.1\r\nHost: 127", 408],
])("a loopback server answers %s with a problem, and closes the connection", async (_, sent, status) => {
  const server = await listenLoopback({ port: 0, handler: () => {}, headersTimeout: 200 });
  const [head = "", body = ""] = (await responseTo(server.port, sent)).split("\r\n\r\n");
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain("Content-Type: application/problem+json");
  expect(JSON.parse(body)).toMatchObject({
    type: "about:blank",
    status,
    detail: expect.stringMatching(/\.$/),
  });
  await server.close();
});

/** Sends a raw request, because `fetch` does not allow another Host. */
async function statusOf(port: number, target: string, headers: string[]): Promise<number> {
  const lines = [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""];
  const response = await responseTo(port, lines.join("\r\n").replaceAll("PORT", String(port)));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
}

/** Sends bytes, and returns everything that the server sends until it closes the connection. */
async function responseTo(port: number, sent: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  let response = "";
  for await (const chunk of socket) response += chunk;
  return response;
}
