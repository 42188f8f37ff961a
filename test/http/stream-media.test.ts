import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeClip } from "../../local/seed/clip.ts";
import { riverAtNight } from "../../local/seed/scenes/river.ts";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";
import { testData } from "../support/test-data.ts";
import { filesIn } from "../support/unzip.ts";
import { exifBlock } from "../support/video/exif.ts";
import { numberedPicture, readNumber, turnedBack } from "../support/video/numbered-picture.ts";
import { readJpeg } from "../support/video/read-jpeg.ts";
import { serveVideos, type VideoServer } from "../support/video/video-server.ts";
import { pictureFile } from "../support/video/write-picture.ts";
import { writeVideo } from "../support/video/write-video.ts";

const folder = mkdtempSync(path.join(tmpdir(), "videos-"));
/** The video has 8 s of 25 frames per second, and each frame shows its number. */
const frames = 200;
const frameMs = 40;
const timesMs = Array.from({ length: frames }, (_, i) => i * frameMs);

let videos: VideoServer;
let stack: Awaited<ReturnType<typeof startOwnStack>>;
let token: string;
let sourceId: number;

beforeAll(async () => {
  await writeVideo(path.join(folder, "numbers.mp4"), {
    codec: "h264",
    format: "mp4",
    timesMs,
  });
  await writeVideo(path.join(folder, "numbers.avi"), { codec: "mjpeg", format: "avi", clock: 25, timesMs });
  writeFileSync(path.join(folder, "text.mp4"), "This is no video.\n".repeat(1000));
  videos = await serveVideos(folder);
  stack = await startOwnStack({}, { devVideoOrigins: videos.origin });
  token = await stack.api.tokenFor(admin);
  await get("/users/me");
  const source = { name: "Weir", location: "51.2,5.6", camera_hardware: "Trail camera" };
  sourceId = (await post("/capturesources", source)).body.id;
}, 60_000);
afterAll(async () => {
  await stack.close();
  await videos.close();
  rmSync(folder, { recursive: true });
});

const get = (target: string, headers: Record<string, string> = {}) =>
  stack.api.call("GET", target, { token, headers });
const post = (target: string, body: unknown) => stack.api.call("POST", target, { token, body });

/**
 * Creates a stream of 8 s, or a live stream. An HTTP URL becomes unique, so that no earlier cuts of the video exist.
 */
async function streamOf(url: string, live = false): Promise<number> {
  const stream_url = url.startsWith("http://") ? `${url}?${crypto.randomUUID()}` : url;
  const startTime = "2026-03-01T04:00:00Z";
  const stream = { stream_url, capturesource: sourceId, startTime };
  const { body } = live
    ? await post("/videostreams/live", stream)
    : await post("/videostreams", { ...stream, endTime: "2026-03-01T04:00:08Z" });
  return body.id;
}
const numbers = () => `${videos.origin}/numbers.mp4`;
const still = (id: number, time: string) =>
  get(`/videostreams/${id}/media?time=${time}`, { Accepts: "image/jpeg" });
const clip = (id: number, time: string) =>
  get(`/videostreams/${id}/media?time=${time}`, { Accepts: "video/mp4" });
const follow = async (location: string | null) =>
  Buffer.from(await (await fetch(location ?? "")).arrayBuffer());
const numberOf = (jpeg: Buffer) => {
  const file = path.join(folder, "still.jpeg");
  writeFileSync(file, jpeg);
  return readNumber(readJpeg(file));
};
const mediaOf = async (id: number) => (await get(`/media?videostream=${id}`)).body;

describe("a still", () => {
  test.each([
    ["00:00:00.000-00:00:00.000", 0],
    ["00:00:01-00:00:02", 25],
    ["00:00:03.159-00:00:08", 78],
    ["00:00:03.160-00:00:03.160", 79],
    ["00:00:07.999-00:00:07.999", 199],
  ])("at %s is returned by a redirect to the frame of that time, number %i", async (time, number) => {
    const answer = await still(await streamOf(numbers()), time);
    expect(answer.status).toBe(302);
    expect(numberOf(await follow(answer.headers.get("location")))).toBe(number);
  });

  test("sets the frame size of its stream, unless the size is already set", async () => {
    const id = await streamOf(numbers());
    const sizeOf = async () => {
      const { width, height } = (await get(`/videostreams/${id}`)).body;
      return { width, height };
    };
    expect(await sizeOf()).toEqual({});
    const answer = await still(id, "00:00:01-00:00:01");
    writeFileSync(path.join(folder, "sized.jpeg"), await follow(answer.headers.get("location")));
    const { width, height } = readJpeg(path.join(folder, "sized.jpeg"));
    expect(await sizeOf()).toEqual({ width, height });
    const given = { width: 640, height: 480 };
    await stack.api.call("PATCH", `/videostreams/${id}`, { token, body: given });
    expect((await still(id, "00:00:02-00:00:02")).status).toBe(302);
    expect(await sizeOf()).toEqual(given);
  });

  test("is stored as a record that can be read and listed", async () => {
    const id = await streamOf(numbers());
    await still(id, "00:00:01.250-00:00:02");
    const { total, results } = await mediaOf(id);
    expect(total).toBe(1);
    expect(results[0]).toMatchObject({
      type: "image/jpeg",
      start: "00:00:01.250",
      end: "00:00:01.250",
      origin: "cut",
    });
    expect(numberOf(Buffer.from((await get(`/media/${results[0].id}`)).body))).toBe(31);
  });

  test("is cut once, so a second request reads nothing from the source", async () => {
    const id = await streamOf(numbers());
    await still(id, "00:00:02-00:00:03");
    videos.taken();
    expect((await still(id, "00:00:02.000-00:00:04")).status).toBe(302);
    expect(videos.taken()).toEqual({ requests: 0, bytes: 0 });
    expect((await mediaOf(id)).total).toBe(1);
  });

  test("is cut again after the stream's URL is changed or the still's file is removed", async () => {
    const id = await streamOf(numbers());
    await still(id, "00:00:02-00:00:02");
    const moved = { stream_url: `${numbers()}?elsewhere` };
    await stack.api.call("PATCH", `/videostreams/${id}`, { token, body: moved });
    await still(id, "00:00:02-00:00:02");
    expect((await mediaOf(id)).total).toBe(2);
    const [{ id: first }] = (await mediaOf(id)).results;
    await stack.api.call("DELETE", `/media/${first}`, { token });
    await stack.removeMediaFiles();
    const again = await still(id, "00:00:02-00:00:02");
    expect(numberOf(await follow(again.headers.get("location")))).toBe(50);
    expect((await mediaOf(id)).total).toBe(1);
  });

  test("is returned as a signed URL in JSON with ?redirect=false", async () => {
    const id = await streamOf(numbers());
    const { status, body } = await get(`/videostreams/${id}/media?time=00:00:01-00:00:01&redirect=false`);
    expect(status).toBe(200);
    expect(numberOf(await follow(body.url))).toBe(25);
  });

  test("is cut from an s3: URL only if the bucket is configured", async () => {
    const url = await stack.putVideo("folder of/otter.mp4", await makeClip(riverAtNight, 1));
    expect((await still(await streamOf(url.replaceAll(" ", "%20")), "00:00:00-00:00:01")).status).toBe(302);
    const other = await still(await streamOf("s3://other-bucket/otter.mp4"), "00:00:00-00:00:01");
    expect(other).toMatchObject({ status: 422, body: { detail: expect.stringContaining("address") } });
    const absent = await still(await streamOf("s3://camera-videos/absent.mp4"), "00:00:00-00:00:01");
    expect(absent.status).toBe(502);
  });
});

describe("a stream's video", () => {
  const play = async (id: number) => (await get(`/videostreams/${id}/play`)).body;
  const bytes = async (url: string, range: string) => fetch(url, { headers: { Range: range } });

  test("in a configured bucket can be read in byte ranges, also by a page of another origin", async () => {
    const video = await makeClip(riverAtNight, 1);
    const { kind, readable, url } = await play(await streamOf(await stack.putVideo("hare.mp4", video)));
    expect({ kind, readable }).toEqual({ kind: "file", readable: true });
    const middle = await bytes(url, "bytes=100-199");
    expect([middle.status, middle.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-199/${video.length}`,
    ]);
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(video.subarray(100, 200));
    const preflight = { Origin: "https://page.example", "Access-Control-Request-Method": "GET" };
    const allowed = await fetch(url, { method: "OPTIONS", headers: preflight });
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });

  test("as HLS in a configured bucket is returned as a playlist whose segments can be read", async () => {
    await stack.putVideo("hls/1.ts", Buffer.from("a segment"));
    const list = Buffer.from("#EXTM3U\n#EXTINF:1,\n1.ts\n#EXT-X-ENDLIST\n");
    const { kind, playlist } = await play(await streamOf(await stack.putVideo("hls/index.m3u8", list)));
    expect(kind).toBe("hls");
    const part = await bytes(playlist.split("\n")[2], "bytes=2-");
    expect([part.status, await part.text()]).toEqual([206, "segment"]);
  });

  test.each([
    ["s3://other-bucket/otter.mp4", 422],
    ["s3://camera-videos/absent.m3u8", 502],
  ])("at %s cannot be played and returns %i", async (url, status) => {
    expect((await get(`/videostreams/${await streamOf(url)}/play`)).status).toBe(status);
  });

  test("can also be read in byte ranges at the URL of a clip", async () => {
    const { body } = await get(
      `/videostreams/${await streamOf(numbers())}/media?time=00:00:01-00:00:02&redirect=false`,
      {
        Accepts: "video/mp4",
      },
    );
    const part = await bytes(body.url, "bytes=4-7");
    expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
  });
});

describe("POST /stills", () => {
  const stillsOf = async (items: readonly object[], as = token) =>
    (await stack.api.call("POST", "/stills", { token: as, body: { items } })).body.results;
  const label = async (videostream_id: number, times: readonly string[]) => {
    const keypoints = times.map((time) => ({ time, box: { x1: 0, y1: 0, x2: 99, y2: 49 } }));
    return (await post("/annotations", { videostream_id, keypoints })).body.id;
  };

  test("returns frames of labels to a reader and any frame to an annotator, but no clips", async () => {
    const id = await streamOf(numbers());
    const annotation = await label(id, ["00:00:01", "00:00:02"]);
    const [reader, annotator] = [await stack.api.userWith("readonly"), await stack.api.userWith("annotator")];
    const items = ["00:00:01", "00:00:02", "00:00:01.500"].map((time) => ({ videostream: id, time }));
    const cropped = { ...items[0], width: 320, crop: `label:${annotation}` };
    const shown = await stillsOf([...items, cropped], reader.token);
    expect(
      shown.map(({ url, problem }: Record<string, { status: number }>) => (url ? "still" : problem?.status)),
    ).toEqual(["still", "still", 403, "still"]);
    expect(numberOf(await follow(shown[0].url))).toBe(25);
    expect(numberOf(await follow(shown[1].url))).toBe(50);
    writeFileSync(path.join(folder, "part.jpeg"), await follow(shown[3].url));
    const { width, height } = readJpeg(path.join(folder, "part.jpeg"));
    expect({ width, height }).toEqual({ width: 150, height: 75 });
    const [, , any] = await stillsOf(items, annotator.token);
    expect(numberOf(await follow(any.url))).toBe(37);
    // The second request only signs the existing stills.
    videos.taken();
    expect((await stillsOf(items)).every(({ url }: { url?: string }) => url)).toBe(true);
    expect(videos.taken().requests).toBe(0);
    const part = await fetch(any.url, { headers: { Range: "bytes=0-1" } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).toString("hex")]).toEqual([206, "ffd8"]);
    const clips = { items: [{ ...items[0], type: "video/mp4" }] };
    expect((await stack.api.call("POST", "/stills", { token, body: clips })).status).toBe(400);
  });

  test("stores one file for a still that several callers request at once", async () => {
    const id = await streamOf(numbers());
    for (const time of ["00:00:00", "00:00:01", "00:00:02"]) {
      const items = [{ videostream: id, time }];
      const all = await Promise.all([1, 2, 3, 4].map(() => stillsOf(items)));
      expect(new Set(all.map(([{ url }]) => new URL(url).pathname)).size).toBe(1);
    }
    expect((await mediaOf(id)).total).toBe(3);
  });

  test("returns 422 for a video in another bucket and for a file that is not a video", async () => {
    const ids = await Promise.all(
      ["s3://other-bucket/1.mp4", `${videos.origin}/text.mp4`].map((url) => streamOf(url)),
    );
    const results = await stillsOf(ids.map((videostream) => ({ videostream, time: "00:00:00" })));
    expect(results.map(({ problem }: { problem: { status: number } }) => problem.status)).toEqual([422, 422]);
  });
});

test("a clip is an MP4 file of the requested time", async () => {
  const id = await streamOf(numbers());
  const answer = await clip(id, "00:00:01.000-00:00:02.500");
  expect(answer.status).toBe(302);
  const file = await follow(answer.headers.get("location"));
  expect(file.subarray(4, 8).toString()).toBe("ftyp");
  expect((await mediaOf(id)).results).toMatchObject([
    { type: "video/mp4", bytes: file.length, start: "00:00:01.000", end: "00:00:02.500" },
  ]);
});

describe("a picture", () => {
  /** Creates a stream of a picture. By default, its end equals its start. */
  const pictureOf = async (bytes: Buffer, endTime = "2026-03-01T04:00:00Z"): Promise<number> => {
    const name = `${crypto.randomUUID()}.mp4`;
    writeFileSync(path.join(folder, name), bytes);
    const body = {
      ...{ stream_url: `${videos.origin}/${name}`, capturesource: sourceId },
      ...{ startTime: "2026-03-01T04:00:00Z", endTime },
    };
    return (await post("/videostreams", body)).body.id;
  };
  const now = "00:00:00-00:00:00";
  const turned = async () => {
    const upright = { width: 320, height: 180, luma: numberedPicture(99, 320, 180) };
    return pictureFile("image/jpeg", turnedBack(upright, 90), exifBlock({ orientation: 6 }));
  };

  test("is returned upright as a still, and sets the size and the media type of its stream", async () => {
    const id = await pictureOf(await turned());
    expect((await get(`/videostreams/${id}`)).body).not.toHaveProperty("media_type");
    const answer = await still(id, now);
    expect(answer.status).toBe(302);
    expect(numberOf(await follow(answer.headers.get("location")))).toBe(99);
    expect((await get(`/videostreams/${id}`)).body).toMatchObject({
      ...{ media_type: "image/jpeg", width: 320, height: 180 },
      ...{ startTime: "2026-03-01T04:00:00.000Z", endTime: "2026-03-01T04:00:00.000Z" },
    });
    const observation = {
      ...{ videostreamId: id, timespan: { start: "00:00:00", end: "00:00:00" } },
      ...{ observer: "Chi", observation: { behaviour: "resting" } },
    };
    const box = (x2: number) => ({ ...observation, boundingBox: { x1: 0, y1: 0, x2, y2: 180 } });
    expect((await post("/annotations", box(320))).status).toBe(200);
    expect(await post("/annotations", box(321))).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/boundingBox" }] },
    });
  });

  test("has no clips, before and after its first still, and whatever the length of its stream", async () => {
    const id = await pictureOf(await turned());
    expect((await clip(id, now)).status).toBe(406);
    expect((await still(id, now)).status).toBe(302);
    expect((await clip(id, now)).status).toBe(406);
    const answer = await get(`/videostreams/${id}/media?time=${now}`, { Accept: "video/mp4, image/*;q=0.5" });
    expect(answer.status).toBe(302);
    const long = await pictureOf(await turned(), "2026-03-01T04:01:00Z");
    expect(await clip(long, "00:00:01-00:00:02")).toMatchObject({
      status: 406,
      body: { detail: expect.stringContaining("picture") },
    });
    expect((await mediaOf(long)).total).toBe(0);
  });

  test("returns 422 if it is truncated", async () => {
    const bytes = await turned();
    const answer = await still(await pictureOf(bytes.subarray(0, bytes.length / 2)), now);
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining("damaged") } });
  });
});

describe("the media type of a cut", () => {
  test.each([
    [{ Accepts: "video/mp4", Accept: "image/jpeg" }, 302, "video/mp4"],
    [{ Accept: "video/mp4" }, 302, "video/mp4"],
    [{ Accept: "image/*" }, 302, "image/jpeg"],
    [{ Accept: "text/html, video/*;q=0.5, image/jpeg;q=0.4" }, 302, "video/mp4"],
    [{ Accept: "*/*" }, 302, "image/jpeg"],
    [{ Accepts: "image/png" }, 406, undefined],
    [{ Accepts: "", Accept: "image/jpeg" }, 406, undefined],
  ])("is negotiated from the headers %j, with the status %i", async (headers, status, type) => {
    const id = await streamOf(numbers());
    expect((await get(`/videostreams/${id}/media?time=00:00:01-00:00:02`, headers)).status).toBe(status);
    expect((await mediaOf(id)).results.map((media: { type: string }) => media.type)).toEqual(
      type === undefined ? [] : [type],
    );
  });
});

describe("a requested time", () => {
  test.each([
    ["nonsense", "image/jpeg"],
    ["00:00:01", "image/jpeg"],
    ["00:00:02-00:00:01", "image/jpeg"],
    ["00:00:01-00:00:02-00:00:03", "image/jpeg"],
    ["-00:00:02", "image/jpeg"],
    ["00:00:01-00:00:01", "video/mp4"],
    ["00:00:07-00:00:08.001", "video/mp4"],
    ["00:00:09-00:00:09", "image/jpeg"],
  ])("of %s for %s returns 400 and points at the parameter", async (time, type) => {
    const id = await streamOf(numbers());
    const answer = await get(`/videostreams/${id}/media?time=${time}`, { Accepts: type });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/query/time" }] } });
    expect((await mediaOf(id)).total).toBe(0);
  });

  test("of more than a minute returns 400 for a clip", async () => {
    const answer = await clip(await streamOf(numbers(), true), "00:00:00-00:01:00.001");
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining("60 seconds") } });
  });

  test("past the current end of a live stream returns 400 with the stream's current duration", async () => {
    const answer = await still(await streamOf(numbers(), true), "00:00:09-00:00:09");
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/query/time" }] } });
    expect(answer.body.detail).toContain("00:00:08.000");
  });
});

describe("a still of", () => {
  test.each([
    ["a file that is not a video", () => `${videos.origin}/text.mp4`, 422, "unprocessable"],
    ["a file that does not exist", () => `${videos.origin}/absent.mp4`, 502, "source-unavailable"],
    ["a video in a private network", () => "https://10.0.0.7/otter.mp4", 422, "unprocessable"],
    ["the machine's metadata service", () => "https://169.254.169.254/latest", 422, "unprocessable"],
    ["a video on an unknown host", () => "https://camera.invalid/otter.mp4", 502, "source-unavailable"],
  ])("%s is refused with the reason, without details of the network", async (_, url, status, type) => {
    const id = await streamOf(url());
    const answer = await still(id, "00:00:01-00:00:01");
    expect(answer).toMatchObject({ status, body: { type } });
    expect(answer.body.detail).not.toMatch(/10\.0|169\.254|ENOTFOUND|EAI_AGAIN|invalid|127\.0/);
    expect((await mediaOf(id)).total).toBe(0);
  });
});

const hostile = testData("hostile-video/bomb16.mp4");
test.skipIf(hostile === undefined)(
  "a still of a video that needs too much memory returns 422, and later stills of other videos are cut",
  async () => {
    copyFileSync(hostile ?? "", path.join(folder, "hostile.mp4"));
    const id = await streamOf(`${videos.origin}/hostile.mp4`);
    const answer = await still(id, "00:00:00.920-00:00:00.920");
    expect(answer).toMatchObject({ status: 422, body: { type: "unprocessable" } });
    expect(answer.body.detail).toContain("needs too much memory");
    expect((await still(await streamOf(numbers()), "00:00:01-00:00:01")).status).toBe(302);
  },
);

test("fifty concurrent requests for five moments create five records and five files", async () => {
  const id = await streamOf(numbers());
  const files = (await stack.mediaFiles()).length;
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const { status, headers } = await still(id, `00:00:0${i % 5}.500-00:00:08`);
      return { status, i, location: headers.get("location") };
    }),
  );
  for (const { status, i, location } of answers) {
    expect(status).toBe(302);
    expect(numberOf(await follow(location))).toBe(Math.floor(((i % 5) + 0.5) / 0.04));
  }
  const { total, results } = await mediaOf(id);
  expect(total).toBe(5);
  expect(new Set(results.map(({ start }: { start: string }) => start)).size).toBe(5);
  expect((await stack.mediaFiles()).length - files).toBe(5);
});

test("a stream with cuts can be deleted, and then returns 404", async () => {
  const id = await streamOf(numbers());
  await still(id, "00:00:01-00:00:01");
  expect((await stack.api.call("DELETE", `/videostreams/${id}`, { token })).status).toBe(200);
  expect((await still(id, "00:00:01-00:00:01")).status).toBe(404);
});

test("a file to import may be in the bucket of the videos", async () => {
  const table = Buffer.from("common_name,scientific_name\nroe deer,Capreolus capreolus\n");
  const s3_url = await stack.putVideo("species.csv", table);
  const begun = await post("/imports", { format: "csv", s3_url });
  expect(begun).toMatchObject({ status: 201, body: { upload: null, bytes: table.length } });
  const options = { table: "species", source: "checklist" };
  const started = await post(`/imports/${begun.body.id}/start`, { options });
  expect(started.body).toMatchObject({ status: "done", counts: { species: { made: 1 } } });
});

test("a replayed request for an import of a file in a bucket returns the import, even if the file has been deleted", async () => {
  const s3_url = await stack.putVideo("soon-gone.csv", Buffer.from("common_name\n"));
  const send = () =>
    stack.api.call("POST", "/imports", {
      ...{ token, body: { format: "csv", s3_url }, headers: { "Idempotency-Key": "soon-gone" } },
    });
  const first = await send();
  await stack.s3.send(new DeleteObjectCommand({ Bucket: "camera-videos", Key: "soon-gone.csv" }));
  const again = await send();
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
});

test.each([
  ["MP4", "numbers.mp4", "Numerus numerus"],
  ["AVI", "numbers.avi", "Numerus vetus"],
])(
  "an export contains a picture of each label's frame, cut by a separate function: %s",
  async (_, name, scientific_name) => {
    const species = await post("/species", { common_name: "the counted", scientific_name });
    const { body: stream } = await post("/videostreams", {
      ...{ stream_url: `${videos.origin}/${name}`, capturesource: sourceId, width: 640, height: 360 },
      ...{ startTime: "2026-03-02T04:00:00Z", endTime: "2026-03-02T04:00:08Z" },
    });
    const times = ["00:00:00.000", "00:00:02.020", "00:00:07.960"];
    const box = { x1: 64, y1: 36, x2: 127, y2: 71 };
    const { status } = await post("/annotations", {
      ...{ videostream_id: stream.id, identification: species.body.id },
      keypoints: times.map((time) => ({ time, box })),
    });
    expect(status).toBe(201);
    const begun = await post("/exports", {
      ...{ format: "coco", filters: { videostream: stream.id }, options: { stills: true } },
    });
    expect(begun.status).toBe(202);
    await expect
      .poll(async () => (await get(`/exports/${begun.body.id}`)).body.status, {
        timeout: 40_000,
        interval: 300,
      })
      .toBe("done");
    const [file] = (await get(`/exports/${begun.body.id}`)).body.files;
    const found = filesIn(await follow(file.url));
    const { images, annotations } = JSON.parse(String(found["annotations.json"]));
    const pictures = images.map((image: { file_name: string }) => found[image.file_name]);
    expect(pictures.map(numberOf)).toEqual([0, 50, 199]);
    expect(images[0]).toMatchObject({ width: 320, height: 180, offset: times[0] });
    expect(annotations.map(({ bbox }: { bbox: unknown }) => bbox)).toEqual(times.map(() => [32, 18, 32, 18]));
  },
);
