import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clip, type HostileEngine, startHostileEngine, still } from "../../support/video/hostile-engine.ts";
import { readNumber } from "../../support/video/numbered-picture.ts";
import { readJpeg } from "../../support/video/read-jpeg.ts";
import { writeVideo } from "../../support/video/write-video.ts";
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

describe("a server", () => {
  let server: RawServer | undefined;
  afterEach(() => server?.close());
  const head = (status: number, ...lines: string[]) =>
    `${[`HTTP/1.1 ${status} X`, ...lines].join("\r\n")}\r\n\r\n`;
  const from = (request: string) => Number(/^range: bytes=(\d+)-/im.exec(request)?.[1] ?? 0);

  test("without ranges gives what it has", async () => {
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
      "that ends each answer early",
      (socket) => socket.end(Buffer.concat([Buffer.from(answerHead(200, video.length * 2)), video])),
      [25, "unreachable"],
    ],
    [
      "that says a length that is too small",
      (socket) => socket.end(Buffer.concat([Buffer.from(answerHead(200, 1000)), video])),
      ["unreadable"],
    ],
    [
      "that sends another range than it was asked for",
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
      "that says the file is a terabyte",
      (socket, { head: request }) => {
        const start = from(request);
        if (start >= video.length) return void socket.end(answer(416, []));
        socket.write(head(206, `Content-Range: bytes ${start}-999999999998/999999999999`));
        socket.end(video.subarray(start));
      },
      [25, "unreadable", "bad-answer"],
    ],
    [
      "that never ends",
      (socket) => {
        socket.write(head(200));
        const flow = setInterval(() => {
          if (!socket.writableNeedDrain) socket.write(Buffer.alloc(2 ** 20));
        }, 5);
        socket.once("close", () => clearInterval(flow));
      },
      ["unreadable", "over-limit"],
    ],
    [
      "that trickles",
      (socket, { head: request }) => {
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
      },
      ["out-of-time"],
    ],
    ["that is silent", () => {}, ["unreachable"]],
    ["that hangs up", (socket) => socket.destroy(), ["unreachable"]],
    ["that finds nothing", (socket) => socket.end(answer(404, [], "nothing")), ["bad-answer"]],
    ["that fails", (socket) => socket.end(answer(500, [], "nothing")), ["bad-answer"]],
    ["that satisfies no range", (socket) => socket.end(answer(416, [])), ["bad-answer"]],
    ["that is none of HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"), ["bad-answer"]],
  ])("%s", async (_, script, outcomes) => {
    server = await startRawServer(script);
    expect(outcomes).toContain(await engine.outcomeOf(`${server.origin}/a.mp4`));
  });

  function answerHead(status: number, length: number): string {
    return head(status, `Content-Length: ${length}`);
  }
});

describe("a playlist", () => {
  // None of these may be fetched.
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
  const places = () => [
    ...forbidden.map(({ origin }) => `${origin}/x.ts`),
    "https://127.0.0.1/x.ts",
    "https://169.254.169.254/latest/meta-data/x.ts",
    "https://[fd00:ec2::254]/x.ts",
    "http://localhost/x.ts",
    "file:///etc/passwd",
    "ftp://127.0.0.1/x.ts",
  ];

  test.each<[string, (place: string) => Buffer]>([
    ["whose segments lie there", (place) => media(...segment(place), ...segment(place))],
    ["whose later segments lie there", (place) => media(...segment(segments[0] ?? ""), ...segment(place))],
    ["whose key lies there", (place) => media(`#EXT-X-KEY:METHOD=AES-128,URI="${place}"`, ...own())],
    ["whose initialisation lies there", (place) => media(`#EXT-X-MAP:URI="${place}"`, ...own())],
    ["whose variant lies there", (place) => master("#EXT-X-STREAM-INF:BANDWIDTH=1000", place)],
    [
      "whose sound lies there",
      (place) =>
        master(
          `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="${place}"`,
          '#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"',
          "part.m3u8",
        ),
    ],
  ])("%s fetches nothing from where it must not", { timeout: 60_000 }, async (_, playlist) => {
    for (const place of places()) {
      const outcome = await engine.outcomeOf(playlist(place), { kind: "still", atMs: 1500 });
      expect(["refused", "unreadable"], place).toContain(outcome);
    }
  });

  test("whose segments redirect to where nothing may be fetched", async () => {
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
    ["of segments that are not there", () => media(...segment("missing.ts"))],
    ["without segments", () => media()],
    ["of videos that are none", () => media(...segment("part.m3u8"))],
  ])("%s", async (_, playlist) => {
    expect(["unreadable", "bad-answer", "over-limit"]).toContain(await engine.outcomeOf(playlist()));
  });

  test.each([
    ["a still near the start", still, 0],
    ["a clip", clip, "a clip"],
    ["a still at the end", { kind: "still", atMs: 99_999_500 }, 12],
  ] as const)("of a hundred thousand segments: %s", async (_, moment, right) => {
    const [first = ""] = segments;
    const lines = Array.from({ length: 100_000 }, () => segment(first).join("\n"));
    expect([right, "out-of-time", "over-limit"]).toContain(
      await engine.outcomeOf(media(lines.join("\n")), moment),
    );
  });

  test("that was found by a redirect has its segments where it was found", async () => {
    const server = await startRawServer((socket) =>
      socket.end(answer(302, [`Location: ${engine.server.origin}/part.m3u8`])),
    );
    const list = `${server.origin}/elsewhere/list.m3u8`;
    expect(await engine.extract(list, still, (file) => readNumber(readJpeg(file)))).toBe(25);
    await server.close();
  });
});
