import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, admin, newSource, species } = await annotationRequests();
const source = await newSource();

const { token } = admin;
const times = { startTime: "2026-03-01T06:00:00Z", endTime: "2026-03-01T06:10:00Z" };
const post = (fields: object, path = "/videostreams") =>
  api.call("POST", path, {
    token,
    body: { stream_url: "https://video.example/1.mp4", capturesource: source, ...fields },
  });
const register = async (fields: object): Promise<number> => (await post({ ...times, ...fields })).body.id;
const get = async (id: number) => (await api.call("GET", `/videostreams/${id}`, { token })).body;
const patch = (id: number, body: object) => api.call("PATCH", `/videostreams/${id}`, { token, body });

const size = { width: 1920, height: 1080 };
const boxTo = (x2: number, y2: number) => ({ x1: 0, y1: 0, x2, y2 });
const observe = (videostreamId: number, boundingBox: object) =>
  api.call("POST", "/annotations", {
    token,
    body: {
      videostreamId,
      boundingBox,
      timespan: { start: "00:00:01", end: "00:00:02" },
      observer: "Chi",
      observation: { behaviour: "resting" },
    },
  });

describe("the frame size of a stream", () => {
  test("is returned after a POST or PATCH sets it, until a PATCH removes it", async () => {
    expect(await get(await register(size))).toMatchObject(size);
    expect(await get((await post(size, "/videostreams/live")).body.id)).toMatchObject(size);
    const id = await register({ width: null, height: null });
    expect(await get(id)).not.toHaveProperty("width");
    await patch(id, size);
    expect(await get(id)).toMatchObject(size);
    await patch(id, { height: 1200 });
    expect(await get(id)).toMatchObject({ width: 1920, height: 1200 });
    await patch(id, { width: null, height: null });
    expect(await get(id)).not.toHaveProperty("width");
  });

  test.each([
    ["a width without a height", { width: 1920 }, "/body/height"],
    ["a height without a width", { height: 1080, width: null }, "/body/width"],
    ["a width of 0", { width: 0, height: 1080 }, "/body/width"],
    ["a height above 65,535", { width: 1920, height: 65_536 }, "/body/height"],
  ])("is refused with %s", async (_, fields, pointer) => {
    expect(await post({ ...times, ...fields })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
  });

  test("limits the boxes of the stream's annotations", async () => {
    const stream = await register(size);
    expect((await observe(stream, boxTo(1920, 1080))).status).toBe(200);
    const refused = await observe(stream, boxTo(1921, 1080));
    expect(refused).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            pointer: "/body/boundingBox",
            detail: "`boundingBox` must be within the picture, which is 1920 × 1080 pixels.",
          },
        ],
      },
    });
    const keypoints = [
      { box: boxTo(10, 10), time: "00:00:01" },
      { box: boxTo(10, 1081), time: "00:00:02" },
    ];
    const body = { videostream_id: stream, keypoints, identification: species.id };
    expect(await api.call("POST", "/annotations", { token, body })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/keypoints/1/box" }] },
    });
  });

  test("limits the boxes in a PATCH of an annotation", async () => {
    const stream = await register(size);
    const { id } = (await observe(stream, boxTo(1, 1))).body;
    const change = (body: object) => api.call("PATCH", `/annotations/${id}`, { token, body });
    expect(await change({ boundingBox: boxTo(2000, 1) })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/boundingBox" }] },
    });
    expect((await change({ boundingBox: boxTo(1920, 1) })).status).toBe(200);
  });

  test("can be set while annotations refer to the stream, but not changed", async () => {
    const stream = await register({});
    const { id } = (await observe(stream, boxTo(5000, 5000))).body;
    expect((await patch(stream, size)).status).toBe(200);
    expect((await patch(stream, { ...size, endTime: "2026-03-01T06:11:00Z" })).status).toBe(200);
    expect(await patch(stream, { width: 3840, height: 2160 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("1 record refers"), errors: [{ pointer: "/body/width" }] },
    });
    expect(await patch(stream, { width: null, height: null })).toMatchObject({ status: 409 });
    await api.call("DELETE", `/annotations/${id}`, { token });
    expect((await patch(stream, { width: 3840, height: 2160 })).status).toBe(200);
  });
});

describe("the media type of a stream", () => {
  test("is returned after a POST or PATCH sets it, until a PATCH removes it", async () => {
    const jpeg = { media_type: "image/jpeg" };
    expect(await get(await register(jpeg))).toMatchObject(jpeg);
    expect(await get((await post(jpeg, "/videostreams/live")).body.id)).toMatchObject(jpeg);
    const id = await register({ media_type: null });
    expect(await get(id)).not.toHaveProperty("media_type");
    await patch(id, jpeg);
    expect(await get(id)).toMatchObject(jpeg);
    await patch(id, { media_type: null });
    expect(await get(id)).not.toHaveProperty("media_type");
  });

  test("is removed when the stream gets another file", async () => {
    const id = await register({ media_type: "image/jpeg" });
    await patch(id, { stream_url: "https://video.example/1.mp4", endTime: "2026-03-01T06:11:00Z" });
    expect(await get(id)).toMatchObject({ media_type: "image/jpeg" });
    await patch(id, { stream_url: "https://video.example/2.mp4" });
    expect(await get(id)).not.toHaveProperty("media_type");
    await patch(id, { stream_url: "https://video.example/3.mp4", media_type: "video/webm" });
    expect(await get(id)).toMatchObject({ media_type: "video/webm" });
  });

  test.each(["jpeg", "application/pdf", "image/", "video/mp4; codecs=avc1", "VIDEO/mp4", 7])(
    "is refused if it is %j",
    async (media_type) => {
      expect(await post({ ...times, media_type })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/body/media_type" }] },
      });
    },
  );
});
