import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answerBrokenRequests } from "../../../local/http/answer-broken-requests.ts";

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const broken = "no request\r\n\r\n";
const tooLong = `GET /?a=${"x".repeat(17_000)} HTTP/1.1\r\n\r\n`;
const chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

let server: Server | undefined;
afterEach(() => server?.close());

/**
 * Sends bytes, and others after the first response, and returns everything that the server sends until it closes the
 * connection.
 */
async function responseTo(sent: string, handler: RequestListener, then = ""): Promise<string> {
  const timeouts = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 20 };
  const own = createServer(timeouts, handler);
  server = own;
  answerBrokenRequests(own);
  await new Promise<void>((listening) => own.listen(0, "127.0.0.1", listening));
  const address = own.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const socket = connect(address.port, "127.0.0.1");
  let received = "";
  socket.once("data", () => socket.write(then));
  socket.on("data", (bytes) => {
    received += bytes;
  });
  const closed = new Promise((end) => socket.on("error", () => {}).once("close", end));
  socket.write(sent);
  await closed;
  return received;
}

const begin: RequestListener = (_, response) => void response.write("half of a response");
const wait: RequestListener = () => {};
const answer: RequestListener = (_, response) => void response.end("whole");

test.each([
  ["a line that is no request", "a response that has begun", get + broken, begin],
  ["a query that is too long", "a response that has begun", get + tooLong, begin],
  ["half of a request", "a response that has begun", `${get}GET / HTTP`, begin],
  ["a line that is no request", "a request without a response", get + broken, wait],
  ["a broken body", "a request without a response", `${get}${chunked}zz\r\n`, wait],
  ["a broken body", "the response to the request itself", `${chunked}zz\r\n`, answer],
])("%s after %s closes the connection, without a problem in its place", async (_, _after, sent, handler) => {
  const received = await responseTo(sent, handler);
  expect(received).not.toContain("problem");
  expect(received.split("HTTP/1.1").length).toBeLessThanOrEqual(2);
});

test.each([
  ["a line that is no request, after a response that is complete,", get, answer, 400],
  ["a body that is broken", `${chunked}zz\r\n`, wait, 400],
  ["a body that does not arrive in time", `${chunked}3\r\nabc\r\n`, wait, 408],
])("%s gets a problem", async (_, sent, handler, status) => {
  const received = await responseTo(sent, handler, broken);
  expect(received).toContain(`HTTP/1.1 ${status} `);
  const problem = JSON.parse(received.slice(received.lastIndexOf("\r\n\r\n")));
  expect(problem).toMatchObject({ status, detail: expect.not.stringContaining("headers") });
});
