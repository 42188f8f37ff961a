import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let source: number;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  source = await newSource();
});

async function newSource(): Promise<number> {
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  return (await api.call("POST", "/capturesources", { token, body })).body.id;
}

const url = "https://video.example/2026/03/01/0630.mp4";
const times = { startTime: "2026-03-01T06:30:00Z", endTime: "2026-03-01T06:30:14.5Z" };
const post = (body: unknown, headers = {}) => api.call("POST", "/videostreams", { token, body, headers });
const create = async (over = {}) =>
  (await post({ stream_url: url, capturesource: source, ...times, ...over })).body.id;
const postLive = (over = {}) =>
  api.call("POST", "/videostreams/live", {
    token,
    body: { stream_url: url, capturesource: source, ...over },
  });
const get = (id: number) => api.call("GET", `/videostreams/${id}`, { token });
const end = (id: number, body?: unknown) => api.call("PATCH", `/videostreams/${id}/live`, { token, body });
const sendHeartbeat = (id: number) => api.call("PUT", `/videostreams/${id}/live`, { token });
const patch = (id: number, body: unknown, headers = {}) =>
  api.call("PATCH", `/videostreams/${id}`, { token, body, headers });
const remove = (id: number, headers = {}) => api.call("DELETE", `/videostreams/${id}`, { token, headers });

describe("an ended stream", () => {
  test("is returned as it was registered, with times in UTC", async () => {
    const body = {
      stream_url: url,
      capturesource: source,
      startTime: "2026-03-01T08:30:00+02:00",
      endTime: times.endTime,
    };
    const created = await post(body);
    expect(created).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    expect(created.headers.get("location")).toBe(`/api/v1/videostreams/${created.body.id}`);
    expect((await get(created.body.id)).body).toEqual({
      id: created.body.id,
      startTime: "2026-03-01T06:30:00.000Z",
      endTime: "2026-03-01T06:30:14.500Z",
      stream_url: url,
      capturesource: source,
      ended_by: null,
    });
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      "no field",
      { stream_url: undefined, capturesource: undefined, startTime: undefined, endTime: undefined },
      ["/body/stream_url", "/body/capturesource", "/body/startTime", "/body/endTime"],
    ],
    ["an end before its start", { endTime: "2026-03-01T06:29:59Z" }, ["/body/endTime"]],
    ["an end more than 366 days after its start", { endTime: "2027-03-02T06:30:00.001Z" }, ["/body/endTime"]],
    ["a time without a zone", { startTime: "2026-03-01T06:30:00" }, ["/body/startTime"]],
    ["30 February", { startTime: "2026-02-30T06:30:00Z" }, ["/body/startTime"]],
    ["an invalid URL", { stream_url: "video" }, ["/body/stream_url"]],
    ["a plain http URL", { stream_url: "http://video.example/1" }, ["/body/stream_url"]],
    ["a file URL", { stream_url: "file:///etc/passwd" }, ["/body/stream_url"]],
    ["a password in its URL", { stream_url: "https://user:secret@video.example/1" }, ["/body/stream_url"]],
    ["an unknown source", { capturesource: 999_999_999 }, ["/body/capturesource"]],
    ["an invalid source id", { capturesource: 0 }, ["/body/capturesource"]],
    ["an id", { id: 1 }, ["/body/id"]],
  ])("with %s is refused with a pointer to each fault, and is not stored", async (_, over, pointers) => {
    const { total } = (await api.call("GET", `/videostreams?capturesource=${source}`, { token })).body;
    const answer = await post({ stream_url: url, capturesource: source, ...times, ...over });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect((await api.call("GET", `/videostreams?capturesource=${source}`, { token })).body.total).toBe(
      total,
    );
  });

  test.each(["s3://bucket/key.mp4", "http://127.0.0.1:8812/dev.mp4"])(
    "accepts the URL %s",
    async (stream_url) => {
      expect((await get(await create({ stream_url }))).body.stream_url).toBe(stream_url);
    },
  );

  test("may have a length of zero", async () => {
    expect(await create({ endTime: times.startTime })).toEqual(expect.any(Number));
  });

  test("returns 409 for an end or a heartbeat", async () => {
    const id = await create();
    expect((await end(id)).status).toBe(409);
    expect((await sendHeartbeat(id)).status).toBe(409);
  });
});

describe("a live stream", () => {
  test("starts at the time of its request, and ends at the time of the request that ends it", async () => {
    const before = Date.now();
    const { id } = (await postLive()).body;
    const live = (await get(id)).body;
    expect(live).toMatchObject({ endTime: null, ended_by: null });
    expect(Date.parse(live.startTime)).toBeGreaterThanOrEqual(before);
    expect(await sendHeartbeat(id)).toMatchObject({ status: 200, body: "" });
    expect(await end(id)).toMatchObject({ status: 200, body: "" });
    const ended = (await get(id)).body;
    expect(ended.ended_by).toBe("user");
    expect(Date.parse(ended.endTime)).toBeGreaterThanOrEqual(Date.parse(live.startTime));
  });

  test("ends once: a second end changes nothing, and a heartbeat returns 409 and says who ended the stream", async () => {
    const { id } = (await postLive({ startTime: "2026-01-01T00:00:00Z" })).body;
    await end(id, { endTime: "2026-01-01T01:00:00Z" });
    const ended = (await get(id)).body;
    expect(ended.endTime).toBe("2026-01-01T01:00:00.000Z");
    expect((await end(id)).status).toBe(200);
    expect((await end(id, { endTime: "2026-01-01T02:00:00Z" })).status).toBe(200);
    expect((await get(id)).body).toEqual(ended);
    expect(await sendHeartbeat(id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("user") },
    });
  });

  test("is ended exactly once by ten concurrent requests", async () => {
    const { id } = (await postLive({ startTime: "2026-01-02T00:00:00Z" })).body;
    const ends = Array.from({ length: 10 }, (_, i) => ({ endTime: `2026-01-02T01:00:0${i}Z` }));
    const answers = await Promise.all(ends.map((body) => end(id, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const list = await api.call(
      "GET",
      `/videostreams?timespan[start]=2026-01-02T00:59:59Z&timespan[end]=2026-01-02T01:00:00Z&capturesource=${source}`,
      { token },
    );
    expect(list.body.results.filter((stream: { id: number }) => stream.id === id).length).toBe(1);
  });

  test("cannot start in the future", async () => {
    const late = await postLive({ startTime: new Date(Date.now() + 60_000).toISOString() });
    expect(late).toMatchObject({ status: 400, body: { errors: [{ pointer: "/body/startTime" }] } });
  });

  test("starts and ends now if the times are null", async () => {
    const { status, body } = await postLive({ startTime: null });
    expect(status).toBe(200);
    expect((await end(body.id, { endTime: null })).status).toBe(200);
    expect((await get(body.id)).body.endTime).not.toBeNull();
  });

  test("cannot end before its start", async () => {
    const { id } = (await postLive({ startTime: "2026-01-03T00:00:00Z" })).body;
    expect(await end(id, { endTime: "2026-01-02T00:00:00Z" })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/body/endTime" }] },
    });
    expect((await get(id)).body.endTime).toBeNull();
  });

  test("ends at most 366 days after its start, by default at that time", async () => {
    const { id } = (await postLive({ startTime: "2020-01-01T00:00:00Z" })).body;
    expect(await end(id, { endTime: "2021-01-01T00:00:00.001Z" })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: "/body/endTime", detail: "`endTime` must be at most 366 days after `startTime`." },
        ],
      },
    });
    expect((await end(id, {})).status).toBe(200);
    expect((await get(id)).body.endTime).toBe("2021-01-01T00:00:00.000Z");
  });
});

describe("PATCH", () => {
  test("changes the URL and the times, which lists then use", async () => {
    const own = await newSource();
    const id = await create({ capturesource: own });
    expect(await patch(id, { stream_url: "s3://archive/1.mp4" })).toMatchObject({ status: 200, body: "" });
    expect(
      await patch(id, { startTime: "2027-05-01T00:00:00Z", endTime: "2027-05-01T00:10:00Z" }),
    ).toMatchObject({ status: 200 });
    const at = async (span: string) =>
      (await api.call("GET", `/videostreams?capturesource=${own}&${span}`, { token })).body.total;
    expect(await at("timespan[end]=2027-01-01T00:00:00Z")).toBe(0);
    expect(await at("timespan[start]=2027-05-01T00:05:00Z")).toBe(1);
    expect((await get(id)).body).toMatchObject({
      stream_url: "s3://archive/1.mp4",
      startTime: "2027-05-01T00:00:00.000Z",
    });
  });

  test.each<[string, Record<string, unknown>, number]>([
    ["an end before the start", { endTime: "2020-01-01T00:00:00Z" }, 400],
    ["a start after the end", { startTime: "2030-01-01T00:00:00Z" }, 400],
    ["an end more than 366 days after the start", { endTime: "9999-12-31T00:00:00Z" }, 400],
    ["a start more than 366 days before the end", { startTime: "1970-01-01T00:00:00Z" }, 400],
    ["an end of null", { endTime: null }, 400],
    ["a plain http URL", { stream_url: "http://video.example" }, 400],
  ])("with %s returns 400 and changes nothing", async (_, body, status) => {
    const id = await create();
    const before = (await get(id)).body;
    expect((await patch(id, body)).status).toBe(status);
    expect((await get(id)).body).toEqual(before);
  });

  test("moves a stream to another source while nothing refers to it", async () => {
    const [one, other] = [await newSource(), await newSource()];
    const id = await create({ capturesource: one });
    expect((await patch(id, { capturesource: one, stream_url: "s3://b/1" })).status).toBe(200);
    const startTime = "2026-03-01T06:29:00.000Z";
    expect((await patch(id, { capturesource: other, startTime })).status).toBe(200);
    expect((await get(id)).body).toMatchObject({ capturesource: other, startTime, stream_url: "s3://b/1" });
    const listed = async (of: number) =>
      (await api.call("GET", `/videostreams?capturesource=${of}`, { token })).body.total;
    expect([await listed(one), await listed(other)]).toEqual([0, 1]);
    const removed = (of: number) => api.call("DELETE", `/capturesources/${of}`, { token });
    expect([(await removed(one)).status, (await removed(other)).status]).toEqual([200, 409]);

    // A label belongs to the source that the stream has now.
    const observation = { observer: "a", observation: { species: "Moved" }, videostreamId: id };
    const timespan = { start: "00:00:01", end: "00:00:02" };
    const body = { ...observation, timespan };
    expect((await api.call("POST", "/annotations", { token, body })).status).toBe(200);
    const labels = await api.call("GET", `/annotations?capturesource=${other}`, { token });
    expect(labels.body.total).toBe(1);
    expect(await patch(id, { capturesource: source })).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            pointer: "/body/capturesource",
            detail: "`capturesource` cannot change while 1 record refers to this stream.",
          },
        ],
      },
    });
  });

  test("moves no stream to an unknown source, and none that was registered live", async () => {
    const id = await create();
    const { id: live } = (await postLive()).body;
    await end(live);
    const answers = [
      await patch(id, { capturesource: 999_999_999 }),
      await patch(live, { capturesource: await newSource() }),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [400, "/body/capturesource"],
      [409, "/body/capturesource"],
    ]);
    expect((await get(live)).body.capturesource).toBe(source);
  });

  test("moves a stream while labels are made on it, so that each label has the stream's source or the move fails", async () => {
    const other = await newSource();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const id = await create();
        const timespan = { start: "00:00:01", end: "00:00:02" };
        const body = { videostreamId: id, timespan, observer: "a", observation: {} };
        const label = () => api.call("POST", "/annotations?shape=full", { token, body });
        const [moved, ...made] = await Promise.all([patch(id, { capturesource: other }), label(), label()]);
        expect([200, 409]).toContain(moved.status);
        const now = (await get(id)).body.capturesource;
        expect(now).toBe(moved.status === 200 ? other : source);
        return made.map(({ body }) => body.capturesource.id === now);
      }),
    );
    expect(outcomes.flat()).toEqual(Array.from({ length: 12 }, () => true));
  });

  test("does not move the start of a live stream into the future", async () => {
    const { id } = (await postLive()).body;
    const before = (await get(id)).body;
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    expect(await patch(id, { startTime })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/body/startTime" }] },
    });
    expect((await get(id)).body).toEqual(before);
    expect((await patch(id, { startTime: "2026-01-03T00:00:00Z" })).status).toBe(200);
  });

  test("does not end a live stream", async () => {
    const { id } = (await postLive()).body;
    expect((await patch(id, { endTime: "2040-01-01T00:00:00Z" })).status).toBe(409);
  });

  test("accepts the current ETag of either shape in If-Match", async () => {
    const id = await create();
    for (const shape of ["", "?shape=full"]) {
      const { body, headers } = await api.call("GET", `/videostreams/${id}${shape}`, { token });
      expect(body.filename).toBe(shape === "" ? undefined : null);
      const answer = await patch(
        id,
        { stream_url: `s3://b/1${shape.slice(1)}` },
        { "If-Match": headers.get("etag") },
      );
      expect(answer.status).toBe(200);
    }
  });

  test("with the same If-Match succeeds once", async () => {
    const id = await create();
    const headers = { "If-Match": (await get(id)).headers.get("etag") ?? "" };
    const answers = await Promise.all(
      [1, 2, 3].map((n) => patch(id, { stream_url: `s3://b/${n}` }, headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

describe("deleting", () => {
  test("a stream returns 200, then 404, and removes it from lists", async () => {
    const own = await newSource();
    const id = await create({ capturesource: own });
    expect((await remove(id, { "If-Match": '"other"' })).status).toBe(412);
    expect(await remove(id)).toMatchObject({ status: 200, body: "" });
    expect((await remove(id)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
    expect((await api.call("GET", `/videostreams?capturesource=${own}`, { token })).body.total).toBe(0);
  });

  test("a source returns 409 while streams refer to it, and afterwards 200, so that no new stream can refer to it", async () => {
    const own = await newSource();
    const ids = await Promise.all(Array.from({ length: 7 }, () => create({ capturesource: own })));
    const refused = await api.call("DELETE", `/capturesources/${own}`, { token });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("7 record") } });
    await Promise.all(ids.map((id) => remove(id)));
    expect((await api.call("DELETE", `/capturesources/${own}`, { token })).status).toBe(200);
    expect((await post({ stream_url: url, capturesource: own, ...times })).status).toBe(400);
  });

  test("a source while streams are created for it either fails or prevents the streams", async () => {
    for (let round = 0; round < 5; round++) {
      const own = await newSource();
      const creates = Array.from({ length: 6 }, () =>
        post({ stream_url: url, capturesource: own, ...times }),
      );
      const [deleted, ...made] = await Promise.all([
        api.call("DELETE", `/capturesources/${own}`, { token }),
        ...creates,
      ]);
      const created = made.filter(({ status }) => status === 200).length;
      const { total } = (await api.call("GET", `/videostreams?capturesource=${own}`, { token })).body;
      expect(total).toBe(created);
      if (deleted.status === 200) expect(created).toBe(0);
      else expect(deleted.status).toBe(409);
    }
  });
});

describe("the list of streams", () => {
  test("finds streams that overlap or touch a time span, even if they are live or have no length, but none that are a millisecond away", async () => {
    const own = await newSource();
    const at = (time: string) => `2025-06-01T${time}Z`;
    const made = async (start: string, finish: string) =>
      create({ capturesource: own, startTime: at(start), endTime: at(finish) });
    const before = await made("08:00:00", "09:00:00");
    const within = await made("09:15:00", "09:15:00");
    const around = await made("07:00:00", "12:00:00");
    const after = await made("10:00:00", "11:00:00");
    const live = (await postLive({ capturesource: own, startTime: at("06:00:00") })).body.id;
    const query = async (start: string, finish: string) => {
      const path = `/videostreams?capturesource=${own}&timespan[start]=${at(start)}&timespan[end]=${at(finish)}`;
      const { results, total } = (await api.call("GET", path, { token })).body;
      expect(total).toBe(results.length);
      return results.map(({ id }: { id: number }) => id);
    };
    expect(await query("09:00:00", "10:00:00")).toEqual([live, around, before, within, after]);
    expect(await query("09:00:00.001", "09:59:59.999")).toEqual([live, around, within]);
    expect(await query("09:15:00", "09:15:00")).toEqual([live, around, within]);
    expect(await query("05:00:00", "05:59:59")).toEqual([]);
    expect(await query("12:00:00.001", "13:00:00")).toEqual([live]);
  });

  test("has Link headers that lead through all pages", async () => {
    const own = await newSource();
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.push(await create({ capturesource: own }));
    const seen: number[] = [];
    let next: string | undefined =
      `/api/v1/videostreams?capturesource=${own}&timespan%5Bstart%5D=2026-01-01T00:00:00%2B00:00&limit=3`;
    while (next) {
      const answer = await api.call("GET", next.replace("/api/v1", ""), { token });
      expect(answer.body.total).toBe(7);
      seen.push(...answer.body.results.map(({ id }: { id: number }) => id));
      const link: string = answer.headers.get("link") ?? "";
      expect(link).toContain('rel="first"');
      expect(link).toMatch(/offset=6>; rel="last"/);
      next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    expect(seen).toEqual(ids);
  });

  test.each<[string, string]>([
    ["timespan[start]=2026-01-02T00:00:00Z&timespan[end]=2026-01-01T00:00:00Z", "/query/timespan[end]"],
    ["timespan[start]=yesterday", "/query/timespan[start]"],
    ["timespan[begin]=2026-01-02T00:00:00Z", "/query/timespan[begin]"],
    ["capturesource=x", "/query/capturesource"],
    ["capturesource=1&capturesource=2", "/query/capturesource"],
    ["limit=0", "/query/limit"],
    ["limit=101", "/query/limit"],
    ["limit=ten", "/query/limit"],
    ["offset=-1", "/query/offset"],
  ])("returns 400 for ?%s and points at the parameter", async (query, pointer) => {
    const answer = await api.call("GET", `/videostreams?${query}`, { token });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test("is empty for an unknown source", async () => {
    expect((await api.call("GET", "/videostreams?capturesource=999999999", { token })).body).toEqual({
      results: [],
      limit: 20,
      offset: 0,
      total: 0,
    });
  });
});
