import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let admin: string;
let reader: string;
beforeAll(async () => {
  admin = (await api.userWith("admin")).token;
  reader = (await api.userWith("readonly")).token;
});

const newSource = async (time_zone?: string): Promise<number> => {
  const body = { name: "camera", location: "1,2", camera_hardware: "", time_zone };
  return (await api.call("POST", "/capturesources", { token: admin, body })).body.id;
};
const record = async (capturesource: number, startTime: string, endTime?: string): Promise<number> => {
  const body = { stream_url: "https://video.example/1.mp4", capturesource, startTime, endTime };
  const path = endTime === undefined ? "/videostreams/live" : "/videostreams";
  const answer = await api.call("POST", path, { token: admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.id;
};
const effort = (query: string, token = reader) => api.call("GET", `/videostreams/effort?${query}`, { token });
const rowsOf = async (query: string) => {
  const { status, body } = await effort(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};

describe("GET /videostreams/effort", () => {
  test("returns the recorded seconds of each local day, even across midnight and a change of daylight saving, and counts overlaps once", async () => {
    const source = await newSource("Europe/Berlin");
    await record(source, "2026-03-28T22:00:00Z", "2026-03-29T23:00:00Z");
    await record(source, "2026-03-29T21:00:00Z", "2026-03-30T00:00:00Z");
    await record(source, "2026-03-30T12:00:00Z", "2026-03-30T12:00:00Z");
    await record(source, "2026-04-02T06:00:00Z", "2026-04-02T06:00:00.25Z");
    const { status, body } = await effort(`by=capturesource,day&capturesource=${source}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      by: ["capturesource", "day"],
      rows: [
        { capturesource: source, day: "2026-03-28", seconds: 3600 },
        { capturesource: source, day: "2026-03-29", seconds: 23 * 3600 },
        { capturesource: source, day: "2026-03-30", seconds: 2 * 3600 },
        { capturesource: source, day: "2026-04-02", seconds: 0.25 },
      ],
      as_of: expect.any(String),
    });
    expect(Math.abs(Date.parse(body.as_of) - Date.now())).toBeLessThan(60_000);
    expect(await rowsOf(`by=month&capturesource=${source}`)).toEqual([
      { month: "2026-03", seconds: 26 * 3600 },
      { month: "2026-04", seconds: 0.25 },
    ]);
    const days = `day%5Bfrom%5D=2026-03-29&day%5Bto%5D=2026-03-30&capturesource=${source}`;
    expect(await rowsOf(`by=capturesource&${days}`)).toEqual([{ capturesource: source, seconds: 25 * 3600 }]);
  });

  test("returns rows in the order of `by`, with days in the time zone of each source, and without sources that have no video", async () => {
    const [east, utc] = [await newSource("+14:00"), await newSource()];
    await newSource("+13:00");
    for (const source of [east, utc]) await record(source, "2031-05-05T11:00:00Z", "2031-05-05T13:00:00Z");
    // No other test has streams in this month.
    const days = "day[from]=2031-05-01&day[to]=2031-05-31";
    const rows = [
      { day: "2031-05-05", capturesource: utc, seconds: 7200 },
      { day: "2031-05-06", capturesource: east, seconds: 7200 },
    ];
    expect(await rowsOf(`by=day,capturesource&${days}`)).toEqual(rows);
    expect(await rowsOf(`by=capturesource,day&${days}`)).toEqual(rows.toReversed());
    expect(await rowsOf(`by=month&${days}`)).toEqual([{ month: "2031-05", seconds: 14_400 }]);
    expect(await rowsOf("by=capturesource&day[from]=2031-05-06&day[to]=2031-05-06")).toEqual([
      { capturesource: east, seconds: 7200 },
    ]);
  });

  test("counts a live stream that began long ago up to now", async () => {
    const source = await newSource();
    const [today, before] = [0, 3].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
    const id = await record(source, before ?? "");
    const day = today?.slice(0, 10);
    const { body } = await effort(`by=day&capturesource=${source}&day[from]=${day}`);
    const seconds = (Date.parse(body.as_of) - Date.parse(`${body.as_of.slice(0, 10)}T00:00:00Z`)) / 1000;
    expect(body.rows.at(-1)).toEqual({ day: body.as_of.slice(0, 10), seconds });
    const end = { token: admin, body: { endTime: before } };
    expect((await api.call("PATCH", `/videostreams/${id}/live`, end)).status).toBe(200);
    expect(await rowsOf(`by=day&capturesource=${source}&day[from]=${day}`)).toEqual([]);
  });

  test("returns 413 with a suggestion if the response would have more than 5,000 rows", async () => {
    const source = await newSource();
    const years = Array.from({ length: 20 }, (_, i) => 1990 + i);
    for (const year of years) await record(source, `${year}-01-01T00:00:00Z`, `${year + 1}-01-01T00:00:00Z`);
    const { status, body } = await effort(`by=day&capturesource=${source}`);
    expect(status).toBe(413);
    expect(body).toMatchObject({
      type: "too-large",
      detail: expect.stringMatching(/5000 rows.*months instead of days/),
    });
    expect(await rowsOf(`by=month&capturesource=${source}`)).toHaveLength(240);
  });

  test("returns no rows for an unknown source", async () => {
    expect(await rowsOf("by=day&capturesource=999999")).toEqual([]);
  });

  test.each<[string, string, string, string]>([
    ["a missing `by`", "capturesource=1", "/query/by", "by"],
    ["an unknown `by`", "by=hour", "/query/by", "capturesource,day"],
    ["the same property twice", "by=day,day", "/query/by", "capturesource,day"],
    ["a time instead of a day", "by=day&day[from]=2026-03-01T00:00:00Z", "/query/day[from]", "2026-03-01"],
    ["a day that does not exist", "by=day&day[to]=2026-02-29", "/query/day[to]", "must be a day"],
    ["a day before 1970", "by=day&day[to]=1969-12-31", "/query/day[to]", "1970"],
    [
      "a period that ends before it begins",
      "by=day&day[from]=2026-03-02&day[to]=2026-03-01",
      "/query/day[to]",
      "before",
    ],
  ])("returns 400 for %s", async (_, query, pointer, words) => {
    const { status, body } = await effort(query);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ pointer, detail: expect.stringContaining(words) }]);
  });

  test("is not mistaken for a request with the id of a stream", async () => {
    const id = await record(await newSource(), "2026-03-01T00:00:00Z", "2026-03-01T01:00:00Z");
    expect((await api.call("GET", `/videostreams/${id}`, { token: reader })).body.id).toBe(id);
    expect(
      (await api.call("DELETE", "/videostreams/effort", { token: admin })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await api.call("DELETE", `/videostreams/${id}`, { token: admin })).status).toBe(200);
  });
});

describe("GET /videostreams", () => {
  test("with order=-startTime returns the newest stream first, or the highest id of equal starts, and links that keep this order", async () => {
    const source = await newSource();
    const ids: number[] = [];
    for (const day of ["02", "01", "03", "03", "03"])
      ids.push(await record(source, `2026-05-${day}T00:00:00Z`, `2026-05-${day}T01:00:00Z`));
    const [second, first, ...last] = ids;
    const list = async (query: string) => {
      const answer = await api.call("GET", `/videostreams?capturesource=${source}&${query}`, {
        token: reader,
      });
      expect(answer.body.total).toBe(5);
      return { ids: answer.body.results.map(({ id }: { id: number }) => id), headers: answer.headers };
    };
    const newest = [...last.toReversed(), second, first];
    expect((await list("order=-startTime")).ids).toEqual(newest);
    expect((await list("order=-startTime&timespan[start]=2026-01-01T00:00:00Z")).ids).toEqual(newest);
    expect((await list("order=startTime")).ids).toEqual(newest.toReversed());
    const page = await list("order=-startTime&limit=2&offset=2");
    expect(page.ids).toEqual(newest.slice(2, 4));
    expect(page.headers.get("link")).toContain("order=-startTime");
    const all = { token: reader };
    const { body } = await api.call("GET", "/videostreams?order=-startTime&limit=100", all);
    const starts = body.results.map(({ startTime }: { startTime: string }) => startTime);
    expect(starts).toEqual(starts.toSorted().toReversed());
  });

  test("returns 400 for an unknown order", async () => {
    const answer = await api.call("GET", "/videostreams?order=newest", { token: reader });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]).toMatchObject({ pointer: "/query/order" });
  });
});
