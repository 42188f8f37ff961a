import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  clip,
  type HostileEngine,
  shortIdleTime,
  shortTime,
  shortTotalTime,
  startHostileEngine,
  still,
} from "../../../support/video/hostile-engine.ts";
import { readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { writeVideo } from "../../../support/video/write-video.ts";
import { answer, type RawServer, type Script, startRawServer } from "./raw-server.ts";

let engine: HostileEngine;
let video: Buffer;
let segments: string[];
beforeAll(async () => {
  engine = await startHostileEngine();
  video = readFileSync(path.join(engine.folder, "good.mp4"));
  const hls = { hls_time: 1, hls_list_size: 0 };
  await writeVideo(path.join(engine.folder, "part.m3u8"), {
    codec: "h264",
    format: "hls",
    muxing: hls,
    timesMs: Array.from({ length: 100 }, (_, number) => number * 40),
    groupFrames: 25,
  });
  segments = readdirSync(engine.folder).filter((name) => name.endsWith(".ts"));
});
afterAll(() => engine.close());

describe("a still from a server", () => {
  let server: RawServer | undefined;
  afterEach(() => server?.close());
  const head = (status: number, ...lines: string[]) =>
    `${[`HTTP/1.1 ${status} X`, ...lines].join("\r\n")}\r\n\r\n`;
  const from = (request: string) => Number(/^range: bytes=(\d+)-/im.exec(request)?.[1] ?? 0);

  test("without support for byte ranges is cut", async () => {
    server = await startRawServer((socket) => {
      socket.write(answerHead(200, video.length));
      socket.end(video);
    });
    const number = await engine.extract(`${server.origin}/a.mp4`, still, (file) =>
      readNumber(readJpeg(file)),
    );
    expect(number).toBe(25);
  });

  test.each<[string, Script, readonly (string | number)[]]>([
    [
      "that ends each response early",
      (socket) => socket.end(Buffer.concat([Buffer.from(answerHead(200, video.length * 2)), video])),
      [25, "unreachable"],
    ],
    [
      "with a Content-Length that is too small",
      (socket) => socket.end(Buffer.concat([Buffer.from(answerHead(200, 1000)), video])),
      ["unreadable"],
    ],
    [
      "that sends another range than the requested one",
      (socket) => {
        socket.write(
          head(
            206,
            `Content-Range: bytes 5-${video.length - 1}/${video.length}`,
            `Content-Length: ${video.length - 5}`,
          ),
        );
        socket.end(video.subarray(5));
      },
      ["unreadable", "bad-answer"],
    ],
    [
      "that claims a file size of a terabyte",
      (socket, { head: request }) => {
        const start = from(request);
        if (start >= video.length) return void socket.end(answer(416, []));
        socket.write(head(206, `Content-Range: bytes ${start}-999999999998/999999999999`));
        socket.end(video.subarray(start));
      },
      [25, "unreadable", "bad-answer"],
    ],
    [
      "that sends endless data",
      (socket) => {
        socket.write(head(200));
        const flow = setInterval(() => {
          if (!socket.writableNeedDrain) socket.write(Buffer.alloc(2 ** 20));
        }, 5);
        socket.once("close", () => clearInterval(flow));
      },
      ["unreadable", "over-limit"],
    ],
    ["that closes the connection", (socket) => socket.destroy(), ["unreachable"]],
    ["that returns 404", (socket) => socket.end(answer(404, [], "nothing")), ["bad-answer"]],
    ["that returns 500", (socket) => socket.end(answer(500, [], "nothing")), ["bad-answer"]],
    ["that returns 416", (socket) => socket.end(answer(416, [])), ["bad-answer"]],
    ["that does not speak HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"), ["bad-answer"]],
  ])("%s has an expected outcome", async (_, script, outcomes) => {
    server = await startRawServer(script);
    expect(outcomes).toContain(await engine.outcomeOf(`${server.origin}/a.mp4`));
  });

  test("that sends a byte every 50 ms fails as out of time", async () => {
    server = await startRawServer((socket, { head: request }) => {
      const start = from(request);
      socket.write(
        head(
          206,
          `Content-Range: bytes ${start}-${video.length - 1}/${video.length}`,
          `Content-Length: ${video.length - start}`,
        ),
      );
      let at = start;
      const drop = setInterval(() => {
        socket.write(video.subarray(at, at + 1));
        at += 1;
      }, 50);
      socket.once("close", () => clearInterval(drop));
    });
    expect(await engine.outcomeOf(`${server.origin}/a.mp4`, still, shortTime)).toBe("out-of-time");
  });

  test("that sends nothing fails as unreachable", async () => {
    server = await startRawServer(() => {});
    expect(await engine.outcomeOf(`${server.origin}/a.mp4`, still, shortIdleTime)).toBe("unreachable");
  });

  function answerHead(status: number, length: number): string {
    return head(status, `Content-Length: ${length}`);
  }
});

describe("a playlist", () => {
  // Servers that must get no connection.
  let forbidden: RawServer[];
  beforeEach(async () => {
    const script: Script = (socket) => socket.end(answer(200, [], "secret"));
    forbidden = await Promise.all(
      ["127.0.0.2", "127.9.9.9", "::1"].map((host) => startRawServer(script, host)),
    );
  });
  afterEach(async () => {
    for (const server of forbidden) {
      expect(server.connections()).toBe(0);
      await server.close();
    }
  });

  const media = (...lines: readonly string[]) =>
    Buffer.from(
      ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", ...lines, "#EXT-X-ENDLIST", ""].join("\n"),
    );
  const master = (...lines: string[]) => Buffer.from(["#EXTM3U", ...lines, ""].join("\n"));
  const segment = (url: string) => ["#EXTINF:1.0,", url];
  const own = () => segments.flatMap(segment);
  const forbiddenUrls = () => [
    ...forbidden.map(({ origin }) => `${origin}/x.ts`),
    "https://127.0.0.1/x.ts",
    "https://169.254.169.254/latest/meta-data/x.ts",
    "https://[fd00:ec2::254]/x.ts",
    "http://localhost/x.ts",
    "file:///etc/passwd",
    "ftp://127.0.0.1/x.ts",
  ];

  test.each<[string, (url: string) => Buffer]>([
    ["a segment", (url) => media(...segment(url), ...segment(url))],
    ["a later segment", (url) => media(...segment(segments[0] ?? ""), ...segment(url))],
    ["a key", (url) => media(`#EXT-X-KEY:METHOD=AES-128,URI="${url}"`, ...own())],
    ["an initialisation segment", (url) => media(`#EXT-X-MAP:URI="${url}"`, ...own())],
    ["a variant", (url) => master("#EXT-X-STREAM-INF:BANDWIDTH=1000", url)],
    [
      "a soundtrack",
      (url) =>
        master(
          `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="${url}"`,
          '#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"',
          "part.m3u8",
        ),
    ],
  ])("with a forbidden URL for %s causes no request to that URL", async (_, playlist) => {
    for (const url of forbiddenUrls()) {
      const outcome = await engine.outcomeOf(playlist(url), { kind: "still", atMs: 1500 });
      expect(["refused", "unreadable"], url).toContain(outcome);
    }
  });

  test("whose segments redirect to a forbidden URL is refused", async () => {
    const [target] = forbidden;
    const server = await startRawServer((socket) =>
      socket.end(answer(302, [`Location: ${target?.origin}/x.ts`])),
    );
    const playlist = media(...segment(`${server.origin}/a.ts`));
    expect(await engine.outcomeOf(playlist)).toBe("refused");
    await server.close();
  });

  test.each([
    ["that is its own variant", () => master("#EXT-X-STREAM-INF:BANDWIDTH=1000", "hostile")],
    ["that is its own segment", () => media(...segment("hostile"), ...segment("hostile"))],
    ["of missing segments", () => media(...segment("missing.ts"))],
    ["without segments", () => media()],
    ["of segments that are not videos", () => media(...segment("part.m3u8"))],
  ])("%s fails with an expected reason", async (_, playlist) => {
    expect(["unreadable", "bad-answer", "over-limit"]).toContain(await engine.outcomeOf(playlist()));
  });

  test.each([
    ["a still near the start", still, 0],
    ["a clip", clip, "a clip"],
    ["a still at the end", { kind: "still", atMs: 99_999_500 }, 12],
  ] as const)("of a hundred thousand segments gives %s or exceeds a limit", async (_, excerpt, expected) => {
    const [first = ""] = segments;
    const lines = Array.from({ length: 100_000 }, () => segment(first).join("\n"));
    expect([expected, "out-of-time", "over-limit"]).toContain(
      await engine.outcomeOf(media(lines.join("\n")), excerpt, shortTotalTime),
    );
  });

  test("behind a redirect is read with segments relative to the redirect's target", async () => {
    const server = await startRawServer((socket) =>
      socket.end(answer(302, [`Location: ${engine.server.origin}/part.m3u8`])),
    );
    const list = `${server.origin}/elsewhere/list.m3u8`;
    expect(await engine.extract(list, still, (file) => readNumber(readJpeg(file)))).toBe(25);
    await server.close();
  });
});
