import { answer, type Script } from "./raw-server.ts";

const head = "HTTP/1.1 200 X\r\n";
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Behaviour of a source, by path. */
export const sourceScripts: Record<string, Script> = {
  whole: (socket) =>
    socket.end(answer(200, ["Content-Type: video/mp4", "Set-Cookie: a=b"], "a".repeat(1000))),
  encodedIdentity: (socket) => socket.end(answer(200, ["Content-Encoding: identity"], "plain")),
  part: (socket) => socket.end(answer(206, ["Content-Range: bytes 2-4/1000"], "cde")),
  unsized: (socket) => socket.end(`${head}\r\nuntil the end`),
  error: (socket) => socket.end(answer(503, [], "later")),
  early: (socket) =>
    socket.end(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer(200, [], "after hints")}`),
  longer: (socket) => socket.end(`${head}Content-Length: 3\r\n\r\nabcdefgh`),
  endless: (socket) => {
    socket.write(chunked);
    const more = () => {
      if (socket.writable) socket.write(`400\r\n${"x".repeat(1024)}\r\n`, more);
    };
    more();
  },
  trickle: (socket) => {
    socket.write(chunked);
    const timer = setInterval(() => socket.write("1\r\nx\r\n"), 10);
    socket.on("close", () => clearInterval(timer));
  },
  trickledHead: (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write("X: y\r\n"), 10);
    socket.on("close", () => clearInterval(timer));
  },
  hints: (socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 103 X\r\n\r\n"), 10);
    socket.on("close", () => clearInterval(timer));
  },
  silent: () => {},
  silentBody: (socket) => socket.write(`${head}Content-Length: 10\r\n\r\nabc`),
  closes: (socket) => socket.destroy(),
  resets: (socket) => socket.resetAndDestroy(),
  closesInHead: (socket) => socket.end(head),
  shorter: (socket) => socket.end(`${head}Content-Length: 10\r\n\r\nabc`),
  resetsInBody: (socket) =>
    socket.write(`${head}Content-Length: 10\r\n\r\nabc`, () => socket.resetAndDestroy()),
  endsInChunk: (socket) => socket.end(`${chunked}ff\r\nabc`),
  badChunk: (socket) => socket.end(`${chunked}zz\r\nabc\r\n`),
  noHttp: (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
  badLength: (socket) => socket.end(`${head}Content-Length: -5\r\n\r\nabc`),
  twoLengths: (socket) => socket.end(`${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`),
  smuggled: (socket) => socket.end(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  bigHead: (socket) => socket.end(answer(200, [`X: ${"x".repeat(20_000)}`], "a")),
  gzip: (socket) => socket.end(answer(200, ["Content-Encoding: gzip"], "bomb")),
  doubleEncoded: (socket) => socket.end(answer(200, ["Content-Encoding: identity, br"], "bomb")),
  noContent: (socket) => socket.end("HTTP/1.1 204 X\r\n\r\n"),
  notModified: (socket) => socket.end("HTTP/1.1 304 X\r\n\r\n"),
  switches: (socket) => socket.end("HTTP/1.1 101 X\r\nUpgrade: ws\r\nConnection: upgrade\r\n\r\n"),
  status999: (socket) => socket.end(answer(999, [], "a")),
  redirectBody: (socket) => {
    socket.write(`HTTP/1.1 302 X\r\nLocation: /whole\r\n${chunked.slice(head.length)}`);
    const more = () => {
      if (socket.writable) socket.write(`400\r\n${"x".repeat(1024)}\r\n`, more);
    };
    more();
  },
};
