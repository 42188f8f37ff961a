import { beforeAll, describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const requests = await annotationRequests();
const { api, admin, annotator, newSource, newStream, newSpecies, create, vote, me } = requests;
const { identificationBody, observationBody } = requests;

const counts = (query: string) => api.call("GET", `/annotations/counts?${query}`, { token: admin.token });

describe("counts of annotations", () => {
  const place = `${(Date.now() % 90_000) / 1000},27.5`;
  const here = `location=${place}`;
  let [fox, deer, source, day, night]: number[] = [];
  let name = "";

  beforeAll(async () => {
    fox = (await newSpecies()).id;
    deer = (await newSpecies()).id;
    source = await newSource(place);
    day = await newStream(source);
    night = await newStream(source);
    name = (await me(annotator)).display_name;
    const both = (await create(identificationBody({ videostream_id: day, identification: fox }))).body.id;
    expect((await vote(both, deer ?? 0)).status).toBe(201);
    await create(identificationBody({ videostream_id: night, identification: fox }));
    await create(identificationBody({ videostream_id: night, identification: null }));
    // The client sends an observer that equals the author's name.
    await create(observationBody({ videostreamId: night, observer: name }));
    await create(observationBody({ videostreamId: night, observer: "Zoë Ångström" }));
  });

  test("count an annotation once for each of its species, and once in the total", async () => {
    const { status, body } = await counts(`by=species&${here}`);
    expect([status, body]).toEqual([
      200,
      {
        by: ["species"],
        rows: [
          { species: fox, count: 2 },
          { species: deer, count: 1 },
        ],
        total: 5,
      },
    ]);
  });

  test("by two properties are sorted by their values, in the order of `by`", async () => {
    const found = (await counts(`by=videostream,species&videostream=${day}`)).body;
    expect(found).toEqual({
      by: ["videostream", "species"],
      rows: [
        { videostream: day, species: fox, count: 1 },
        { videostream: day, species: deer, count: 1 },
      ],
      total: 1,
    });
    expect((await counts(`by=species,capturesource&${here}`)).body.rows).toEqual([
      { species: fox, capturesource: source, count: 2 },
      { species: deer, capturesource: source, count: 1 },
    ]);
  });

  test("by observer use the observer that responses show: the one that was sent, or else the author's name", async () => {
    expect((await counts(`by=observer&${here}`)).body).toEqual({
      by: ["observer"],
      rows: [
        { observer: "Zoë Ångström", count: 1 },
        { observer: name, count: 4 },
      ].toSorted((a, b) => (a.observer < b.observer ? -1 : 1)),
      total: 5,
    });
    const changed = `Name ${crypto.randomUUID()}`;
    const patch = { token: annotator.token, body: { display_name: changed } };
    expect((await api.call("PATCH", "/users/me", patch)).status).toBe(200);
    const rows = (await counts(`by=observer&${here}&observation[behaviour]=*`)).body.rows;
    expect(rows).toHaveLength(2);
    expect((await counts(`by=observer&${here}`)).body.rows).toContainEqual({ observer: changed, count: 3 });
  });

  test("accept every filter of the list of annotations", async () => {
    for (const [filter, total] of [
      [`videostream=${night}`, 4],
      [`capturesource=${source}`, 5],
      [`${here}&observation[behaviour]=foraging`, 2],
      [`${here}&observer=${encodeURIComponent("Zoë Ångström")}`, 1],
      [`name=${crypto.randomUUID()}`, 0],
    ] as const) {
      const { body } = await counts(`by=capturesource&${filter}`);
      const rows = total === 0 ? [] : [{ capturesource: source, count: total }];
      expect([filter, body]).toEqual([filter, { by: ["capturesource"], rows, total }]);
    }
    const keys = Array.from({ length: 21 }, (_, i) => `observation[k${i}]=*`).join("&");
    expect((await counts(`by=species&${keys}`)).body).toEqual({ by: ["species"], rows: [], total: 0 });
  });

  test("use the camera's clock for days, hours and months, also with filters by time, by votes and by a part of a stream", async () => {
    // The stream begins at 6:00 UTC.
    const zone = { token: admin.token, body: { time_zone: "+05:30" } };
    expect((await api.call("PATCH", `/capturesources/${source}`, zone)).status).toBe(200);
    expect((await counts(`by=day,hour&${here}`)).body.rows).toEqual([
      { day: "2026-03-01", hour: 11, count: 5 },
    ]);
    const morning = "time[from]=2026-03-01T06:00:00Z&time[to]=2026-03-01T06:00:01.200Z";
    expect((await counts(`by=month&${here}&${morning}`)).body).toEqual({
      by: ["month"],
      rows: [{ month: "2026-03", count: 2 }],
      total: 2,
    });
    expect((await counts(`by=review&videostream=${night}&during[end]=00:00:01.200`)).body).toEqual({
      by: ["review"],
      rows: [{ review: "one", count: 2 }],
      total: 2,
    });
    const own = await api.call("GET", `/annotations/counts?by=review&${here}&votedby=me`, {
      token: annotator.token,
    });
    expect(own.body.rows).toEqual([
      { review: "disputed", count: 1 },
      { review: "one", count: 1 },
    ]);
    expect((await counts(`by=review&${here}&votedby=me`)).body.total).toBe(0);
  });

  test("without a filter include all annotations", async () => {
    const { body } = await counts("by=capturesource");
    const sum = body.rows.reduce((total: number, { count }: { count: number }) => total + count, 0);
    expect(body.total).toBeGreaterThanOrEqual(5);
    expect(sum).toBe(body.total);
  });
});

const form =
  "one or two of `species`, `capturesource`, `videostream`, `day`, `month`, `hour`, `review`, `observer`, different and separated by a comma, for example `species,hour`.";

test.each([
  ["", "/query/by", `\`by\` is required: ${form}`],
  ["by=colour", "/query/by", `\`by\` must be ${form}`],
  ["by=species,species", "/query/by", `\`by\` must be ${form}`],
  ["by=species,hour,day", "/query/by", `\`by\` must be ${form}`],
  [
    "by=videostream",
    "/query/by",
    "`by=videostream` needs the filter `videostream`, such as `videostream=2`.",
  ],
])("GET /annotations/counts?%s returns 400 with the accepted values", async (query, pointer, detail) => {
  const { status, body } = await counts(query);
  expect([status, body.errors]).toEqual([400, [{ pointer, detail }]]);
});

test.each(["limit=5", "offset=5", "shape=full"])(
  "GET /annotations/counts?by=species&%s returns 400, because the last parameter is unknown",
  async (query) => {
    const { status, body } = await counts(`by=species&${query}`);
    expect([status, body.errors[0].detail]).toEqual([
      400,
      expect.stringContaining("is not a known parameter"),
    ]);
  },
);
