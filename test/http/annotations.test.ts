import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api.ts";

const api = openApi();
type Caller = { email: string; token: string };
let admin: Caller;
let annotator: Caller;
let source: number;
let stream: number;
let species: { id: number; common_name: string; scientific_name: string };

const post = async (path: string, body: unknown, { token }: Caller = admin) =>
  api.call("POST", path, { token, body });
const newSource = async (location = "1,2") =>
  (await post("/capturesources", { name: "camera", location, camera_hardware: "" })).body.id as number;
const newStream = async (capturesource = source, stream_url = "https://video.example/1.mp4") =>
  (
    await post("/videostreams", {
      stream_url,
      capturesource,
      startTime: "2026-03-01T06:00:00Z",
      endTime: "2026-03-01T07:00:00Z",
    })
  ).body.id as number;
const newSpecies = async (common_name = crypto.randomUUID(), scientific_name = crypto.randomUUID()) =>
  (await post("/species", { common_name, scientific_name })).body;

beforeAll(async () => {
  admin = await api.userWith("admin");
  annotator = await api.userWith("annotator");
  source = await newSource();
  stream = await newStream();
  species = await newSpecies();
});

const box = { x1: 1, y1: 2, x2: 30, y2: 40 };
const keypoints = [
  { box, time: "00:00:01.500" },
  { box: { x1: 5, y1: 2, x2: 35, y2: 40 }, time: "00:00:02" },
];
const identificationBody = (over = {}) => ({
  videostream_id: stream,
  keypoints,
  identification: species.id,
  ...over,
});
const observationBody = (over = {}) => ({
  videostreamId: stream,
  timespan: { start: "00:00:01", end: "00:00:04.250" },
  observer: "field.team@example.org",
  observation: { behaviour: "foraging" },
  ...over,
});
const create = (body: unknown, caller = annotator) => post("/annotations", body, caller);
const get = (id: number, shape = "") =>
  api.call("GET", `/annotations/${id}${shape && `?shape=${shape}`}`, { token: admin.token });
const vote = (id: number, speciesId: number, { token }: Caller = annotator) =>
  api.call("POST", `/annotations/${id}/identifications/${speciesId}`, { token });
const unvote = (id: number, speciesId: number, { token }: Caller = annotator, query = "") =>
  api.call("DELETE", `/annotations/${id}/identifications/${speciesId}${query}`, { token });
const patch = (id: number, body: unknown, { token }: Caller = annotator, headers = {}) =>
  api.call("PATCH", `/annotations/${id}`, { token, body, headers });
const remove = (id: number, { token }: Caller = annotator, headers = {}) =>
  api.call("DELETE", `/annotations/${id}`, { token, headers });
const list = async (query: string) =>
  (await api.call("GET", `/annotations?${query}`, { token: admin.token })).body;
const ids = async (query: string) => (await list(query)).results.map(({ id }: { id: number }) => id);
const me = async ({ token }: Caller) => {
  const { id, display_name, role } = (await api.call("GET", "/users/me", { token })).body;
  return { id, display_name, role };
};

describe("an annotation made in the identification shape", () => {
  test("is answered whole with 201, its keypoints in order of time", async () => {
    const made = await create(identificationBody({ keypoints: keypoints.toReversed() }));
    const author = await me(annotator);
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: made.body.id,
      created_by: author,
      duration: 500,
      start: "00:00:01.500",
      end: "00:00:02.000",
      identifications: [{ identified_by: [author], species }].map(({ identified_by }) => ({
        identified_by,
        species: {
          id: species.id,
          common_name: species.common_name,
          scientific_name: species.scientific_name,
        },
      })),
      keypoints: [keypoints[0], { ...keypoints[1], time: "00:00:02.000" }],
      videostream: { id: stream, stream_url: "https://video.example/1.mp4" },
    });
    expect(made.headers.get("location")).toBe(`/api/v1/annotations/${made.body.id}`);
    expect((await get(made.body.id)).body).toEqual(made.body);
  });

  test("shows in the observation shape what can be derived", async () => {
    const { id } = (await create(identificationBody())).body;
    expect((await get(id, "observation")).body).toEqual({
      id,
      videostreamId: stream,
      timespan: { start: "00:00:01.500", end: "00:00:02" },
      boundingBox: box,
      observer: annotator.email,
      observation: { species: species.scientific_name, common_name: species.common_name },
    });
    await unvote(id, species.id);
    expect((await get(id, "observation")).body.observation).toEqual({});
  });
});

describe("an annotation made in the observation shape", () => {
  test("is answered by its id with 200, and given back as it was sent", async () => {
    const body = observationBody({
      boundingBox: box,
      observation: { "key = * %": "a:b=c*%", "🦊": "狐", note: "x".repeat(1024), "": undefined },
    });
    const made = await create(body);
    expect(made).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    expect(Object.keys(made.body)).toEqual(["id"]);
    expect((await get(made.body.id, "observation")).body).toEqual(
      JSON.parse(JSON.stringify({ id: made.body.id, ...body })),
    );
  });

  test("shows in the identification shape its box at start and end, or no keypoints", async () => {
    const { id } = (await create(observationBody({ boundingBox: box }))).body;
    expect((await get(id)).body).toMatchObject({
      created_by: await me(annotator),
      duration: 3250,
      start: "00:00:01.000",
      end: "00:00:04.250",
      identifications: [],
      keypoints: [
        { box, time: "00:00:01.000" },
        { box, time: "00:00:04.250" },
      ],
    });
    const bare = (await create(observationBody())).body.id;
    expect((await get(bare)).body.keypoints).toEqual([]);
  });

  test("counts as its author's vote for each species that a name leaves no doubt of", async () => {
    const [one, other] = [await newSpecies(), await newSpecies()];
    const twice = crypto.randomUUID();
    await newSpecies(twice);
    await newSpecies(twice);
    const observation = { species: one.scientific_name.toUpperCase(), common_name: other.common_name };
    const { id } = (await create(observationBody({ observation }))).body;
    const found = (await get(id)).body.identifications;
    expect(found.map(({ species: { id } }: { species: { id: number } }) => id)).toEqual([one.id, other.id]);
    const doubtful = (await create(observationBody({ observation: { species: twice } }))).body.id;
    expect((await get(doubtful)).body.identifications).toEqual([]);
  });
});

test("an observation of many pairs has one ETag, keys of any name, and comes back in its order", async () => {
  const names = ["zebra", "constructor", "toString", "a", "hasOwnProperty", "Z", "é", "01"];
  const observation = Object.fromEntries(names.map((name) => [name, `${name} value`]));
  const { id } = (await create(observationBody({ observation }))).body;
  const reads = await Promise.all(Array.from({ length: 8 }, () => get(id, "observation")));
  expect(new Set(reads.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  expect(Object.entries(reads[0]?.body.observation)).toEqual(Object.entries(observation));
  const headers = { "If-Match": reads[0]?.headers.get("etag") ?? "" };
  expect((await patch(id, {}, annotator, headers)).status).toBe(200);
  expect(await ids("observation[constructor]=constructor value&observation[toString]=*")).toContain(id);
});

describe("a body that is not right", () => {
  const pairs = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, "v"]));
  const many = (n: number) => Array.from({ length: n }, () => keypoints[0]);
  test.each<[string, () => unknown, string]>([
    ["no stream", () => ({ keypoints }), "/body"],
    ["the stream twice", () => identificationBody({ videostreamId: stream }), "/body"],
    ["an unknown stream", () => identificationBody({ videostream_id: 999_999_999 }), "/body/videostream_id"],
    [
      "an unknown stream, observed",
      () => observationBody({ videostreamId: 999_999_999 }),
      "/body/videostreamId",
    ],
    ["an unknown species", () => identificationBody({ identification: 999_999_999 }), "/body/identification"],
    ["no keypoint", () => identificationBody({ keypoints: [] }), "/body/keypoints"],
    ["1,001 keypoints", () => identificationBody({ keypoints: many(1001) }), "/body/keypoints"],
    [
      "x1 > x2",
      () => identificationBody({ keypoints: [{ box: { ...box, x1: 31 }, time: "00:00:01" }] }),
      "/body/keypoints/0/box/x2",
    ],
    ["a negative corner", () => observationBody({ boundingBox: { ...box, y1: -1 } }), "/body/boundingBox/y1"],
    [
      "a corner of a half",
      () => observationBody({ boundingBox: { ...box, y1: 1.5 } }),
      "/body/boundingBox/y1",
    ],
    [
      "a time without hours",
      () => identificationBody({ keypoints: [{ box, time: "00:01" }] }),
      "/body/keypoints/0/time",
    ],
    [
      "a time beyond the stream",
      () => identificationBody({ keypoints: [{ box, time: "01:00:00.001" }] }),
      "/body/keypoints",
    ],
    [
      "an end before its start",
      () => observationBody({ timespan: { start: "00:00:05", end: "00:00:04" } }),
      "/body/timespan/end",
    ],
    [
      "an end beyond the stream",
      () => observationBody({ timespan: { start: "00:00:05", end: "01:00:01" } }),
      "/body/timespan/end",
    ],
    ["no pair", () => observationBody({ observation: {} }), "/body/observation"],
    ["21 pairs", () => observationBody({ observation: pairs(21) }), "/body/observation"],
    ["an empty key", () => observationBody({ observation: { "": "x" } }), "/body/observation/"],
    ["an empty value", () => observationBody({ observation: { key: "" } }), "/body/observation/key"],
    [
      "a key of 257 bytes",
      () => observationBody({ observation: { [`${"é".repeat(128)}x`]: "x" } }),
      `/body/observation/${"é".repeat(128)}x`,
    ],
    [
      "a value of 1,025 bytes",
      () => observationBody({ observation: { key: "x".repeat(1025) } }),
      "/body/observation/key",
    ],
    [
      "a value that is a number",
      () => observationBody({ observation: { count: 3 } }),
      "/body/observation/count",
    ],
    ["half a character", () => observationBody({ observation: { key: "\ud83e" } }), "/body/observation/key"],
    ["no observer", () => observationBody({ observer: undefined }), "/body/observer"],
    ["a field of the other shape", () => observationBody({ identification: 1 }), "/body/identification"],
  ])("with %s is 400, points there, and writes nothing", async (_, body, pointer) => {
    const { total } = await list(`videostream=${stream}`);
    const answer = await create(body());
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect((await list(`videostream=${stream}`)).total).toBe(total);
  });

  test("is refused for a stream that is being deleted, or the stream stays", async () => {
    for (let round = 0; round < 5; round++) {
      const own = await newStream();
      const [deleted, made] = await Promise.all([
        api.call("DELETE", `/videostreams/${own}`, { token: admin.token }),
        create(observationBody({ videostreamId: own })),
      ]);
      expect([deleted.status, made.status]).toSatisfy(
        ([one, other]) => (one === 200 && other === 400) || (one === 409 && other === 200),
      );
    }
  });
});

describe("votes", () => {
  test("are added once, shown with who gave them, and taken back by their giver", async () => {
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    expect((await vote(id, species.id)).status).toBe(201);
    expect((await vote(id, species.id)).body.identifications[0].identified_by).toEqual([await me(annotator)]);
    const second = await vote(id, species.id, admin);
    expect(second.body.identifications[0].identified_by).toEqual([await me(annotator), await me(admin)]);
    expect((await unvote(id, species.id)).body.identifications[0].identified_by).toEqual([await me(admin)]);
    expect((await unvote(id, species.id)).status).toBe(201);
    expect((await unvote(id, species.id, admin)).body.identifications).toEqual([]);
  });

  test("of others are taken back by a curator only, all at once", async () => {
    const { id } = (await create(identificationBody())).body;
    await vote(id, species.id, admin);
    expect((await unvote(id, species.id, annotator, "?all=true")).status).toBe(403);
    const curator = await api.userWith("curator");
    expect((await unvote(id, species.id, curator)).body.identifications[0].identified_by.length).toBe(2);
    expect((await unvote(id, species.id, curator, "?all=true")).body.identifications).toEqual([]);
  });

  test("sent again with their key after they were taken back stay taken back", async () => {
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const send = (speciesId: number) =>
      api.call("POST", `/annotations/${id}/identifications/${speciesId}`, {
        token: annotator.token,
        headers,
      });
    expect((await send(species.id)).headers.get("idempotent-replayed")).toBeNull();
    await unvote(id, species.id);
    const again = await send(species.id);
    expect(again).toMatchObject({ status: 201, body: { identifications: [] } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await send((await newSpecies()).id)).status).toBe(422);
  });

  test("for what is not there are 404", async () => {
    const { id } = (await create(identificationBody())).body;
    expect((await vote(id, 999_999_999)).status).toBe(404);
    expect((await vote(999_999_999, species.id)).status).toBe(404);
    expect((await unvote(999_999_999, species.id)).status).toBe(404);
  });

  test("fifty at once by ten people end as some order of them explains, and no vote is lost", {
    timeout: 60_000,
  }, async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => api.userWith("annotator")));
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    const others = await Promise.all([newSpecies(), newSpecies()]);
    // Two of each person's five calls add a vote for good; the others add and take back the third species.
    await Promise.all(
      people.flatMap((person) => [
        vote(id, species.id, person),
        vote(id, others[0].id, person),
        vote(id, others[0].id, person),
        vote(id, others[1].id, person).then(() => unvote(id, others[1].id, person)),
      ]),
    );
    const { identifications } = (await get(id)).body;
    expect(identifications.map((each: { species: { id: number } }) => each.species.id)).toEqual([
      species.id,
      others[0].id,
    ]);
    for (const { identified_by } of identifications) {
      expect(new Set(identified_by.map((voter: { id: number }) => voter.id)).size).toBe(10);
      expect(identified_by.length).toBe(10);
    }
  });

  test("decide what the observation shape shows: the most votes, then the lowest id", async () => {
    const [first, second] = [await newSpecies(), await newSpecies()];
    const { id } = (await create(identificationBody({ identification: undefined }))).body;
    await vote(id, second.id);
    await vote(id, first.id);
    expect((await get(id, "observation")).body.observation.species).toBe(first.scientific_name);
    await vote(id, second.id, admin);
    expect((await get(id, "observation")).body.observation.species).toBe(second.scientific_name);
  });

  test("keep their species from being deleted, and a deleted user's stay as a stub", async () => {
    const own = await newSpecies();
    const person = await api.userWith("annotator");
    const { id } = (await create(identificationBody({ identification: own.id }), person)).body;
    const refused = await api.call("DELETE", `/species/${own.id}`, { token: admin.token });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("1 record") } });
    await api.call("DELETE", `/users/${person.email}`, { token: admin.token });
    const shown = (await get(id)).body;
    expect(shown.created_by.display_name).toBe("deleted user");
    expect(shown.identifications[0].identified_by[0].display_name).toBe("deleted user");
    expect(JSON.stringify(shown)).not.toContain("@");
    await remove(id, admin);
    expect((await api.call("DELETE", `/species/${own.id}`, { token: admin.token })).status).toBe(200);
  });
});

describe("PATCH and DELETE", () => {
  test("replace what they name, in either shape, and the lists follow", async () => {
    const { id } = (await create(observationBody({ observation: { behaviour: "resting", group: "a" } })))
      .body;
    const observer = `${crypto.randomUUID()}@example.org`;
    const patched = await patch(id, {
      observer,
      observation: { behaviour: "moving" },
      timespan: { start: "00:00:02", end: "00:00:03" },
    });
    expect(patched).toMatchObject({ status: 200, body: { start: "00:00:02.000", duration: 1000 } });
    expect((await get(id, "observation")).body).toMatchObject({
      observer,
      observation: { behaviour: "moving" },
    });
    expect(await ids(`observer=${observer}&observation[behaviour]=moving`)).toEqual([id]);
    expect(await ids(`observer=${observer}&observation[group]=*`)).toEqual([]);
    await patch(id, { keypoints });
    expect((await get(id)).body).toMatchObject({ start: "00:00:01.500", end: "00:00:02.000" });
    expect((await get(id, "observation")).body.timespan).toEqual({ start: "00:00:01.500", end: "00:00:02" });
  });

  test("are for the author and for curators", async () => {
    const { id } = (await create(observationBody())).body;
    const other = await api.userWith("annotator");
    expect((await patch(id, { observer: "x" }, other)).status).toBe(403);
    expect((await remove(id, other)).status).toBe(403);
    expect((await patch(id, { observer: "x" }, await api.userWith("curator"))).status).toBe(200);
    expect(await remove(id)).toMatchObject({ status: 200, body: "" });
    expect((await remove(id)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
  });

  test("honour If-Match with the tag of either shape", async () => {
    const { id } = (await create(observationBody())).body;
    const tags = [
      (await get(id)).headers.get("etag") ?? "",
      (await get(id, "observation")).headers.get("etag") ?? "",
    ];
    expect(tags[0]).not.toBe(tags[1]);
    expect(
      (
        await patch(id, { timespan: { start: "00:00:01", end: "00:00:02" } }, annotator, {
          "If-Match": tags[1],
        })
      ).status,
    ).toBe(200);
    expect((await patch(id, { observer: "b" }, annotator, { "If-Match": tags[0] })).status).toBe(412);
    expect((await remove(id, annotator, { "If-Match": tags[0] })).status).toBe(412);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["its stream", { videostream_id: 1 }, "/body/videostream_id"],
    ["a span beyond the stream", { timespan: { start: "00:00:01", end: "02:00:00" } }, "/body/timespan/end"],
    ["an empty observation", { observation: {} }, "/body/observation"],
  ])("refuse %s", async (_, body, pointer) => {
    const { id } = (await create(observationBody())).body;
    expect(await patch(id, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test("a stream with annotations is not deleted", async () => {
    const own = await newStream();
    const made = await Promise.all([1, 2, 3].map(() => create(observationBody({ videostreamId: own }))));
    const refused = await api.call("DELETE", `/videostreams/${own}`, { token: admin.token });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("3 record") } });
    await Promise.all(made.map(({ body }) => remove(body.id)));
    expect((await api.call("DELETE", `/videostreams/${own}`, { token: admin.token })).status).toBe(200);
  });
});

describe("the list", () => {
  test("filters by stream, source, place, observer, species name and what was noted, all together", async () => {
    const place = `${(Date.now() % 90_000) / 1000},17.5`;
    const [own, other] = [await newSource(place), await newSource(`${place}0`)];
    const [streamA, streamB] = [await newStream(own), await newStream(other)];
    const kind = await newSpecies();
    const observer = `${crypto.randomUUID()}@example.org`;
    const a = (await create({ ...identificationBody({ videostream_id: streamA, identification: kind.id }) }))
      .body.id;
    const b = (
      await create(
        observationBody({
          videostreamId: streamA,
          observer,
          observation: { species: kind.common_name, "a=b": "c*" },
        }),
      )
    ).body.id;
    const c = (
      await create(
        observationBody({
          videostreamId: streamB,
          observer,
          observation: { common_name: kind.scientific_name, star: "*" },
        }),
      )
    ).body.id;
    const key = encodeURIComponent("observation[a=b]");
    const table: [string, number[]][] = [
      [`videostream=${streamA}`, [a, b]],
      [`capturesource=${other}`, [c]],
      [`location=${place}`, [a, b, c]],
      [`observer=${observer}`, [b, c]],
      [`observer=${encodeURIComponent(annotator.email)}&videostream=${streamA}`, [a]],
      [`name=${kind.common_name.toUpperCase()}`, [a, b, c]],
      [`name=${kind.scientific_name}&observer=${observer}`, [b, c]],
      [`${key}=*&observer=${observer}`, [b]],
      [`${key}=${encodeURIComponent("c*")}`, [b]],
      [`observation[star]=${encodeURIComponent("\\*")}&observer=${observer}`, [c]],
      [`observation[star]=*&observer=${observer}`, [c]],
      [`observation[star]=${encodeURIComponent("\\\\*")}&observer=${observer}`, []],
      [`location=${place}&name=${kind.common_name}&observation[species]=*`, [b]],
      [`location=0.1234,0.4321`, []],
      [`name=${crypto.randomUUID()}`, []],
    ];
    for (const [query, expected] of table) {
      const { results, total } = await list(query);
      expect([query, results.map(({ id }: { id: number }) => id), total]).toEqual([
        query,
        expected,
        expected.length,
      ]);
    }
    // A camera's place is corrected, and its sightings move with it.
    await api.call("PATCH", `/capturesources/${other}`, { token: admin.token, body: { location: "0,0" } });
    expect(await ids(`location=${place}`)).toEqual([a, b]);
    expect(await ids(`location=0,0&observer=${observer}`)).toEqual([c]);
    expect((await list(`observer=${observer}&shape=observation`)).results[0]).toMatchObject({
      observer,
      videostreamId: streamA,
    });
  });

  test.each([
    ["observation=x", "/query/observation"],
    ["observation[]=x", "/query/observation[]"],
    ["observation[a]=1&observation[a]=2", "/query/observation[a]"],
    ["shape=other", "/query/shape"],
    ["species=1", "/query/species"],
    ["name=", "/query/name"],
    ["__proto__=1", "/query/__proto__"],
    ["limit=5&limit=6", "/query/limit"],
    ["location=here", "/query/location"],
  ])("with ?%s is 400 and points there", async (query, pointer) => {
    const answer = await api.call("GET", `/annotations?${query}`, { token: admin.token });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

test("the worst record that the limits allow is made, voted on, patched and deleted; one more of anything is a 4xx", {
  timeout: 120_000,
}, async () => {
  const long = (i: number, bytes: number) =>
    `${String(i).padStart(3, "0")}${"🦊".repeat(Math.floor((bytes - 3) / 4))}`;
  const worst = (tag: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [long(100 * tag + i, 256), long(i, 1024)]));
  const track = Array.from({ length: 1000 }, (_, i) => ({
    box,
    time: `00:10:${String(i % 60).padStart(2, "0")}.${String(i % 1000).padStart(3, "0")}`,
  }));
  const { id } = (await create(observationBody({ observation: worst(1) }))).body;
  expect((await patch(id, { keypoints: track, boundingBox: box })).status).toBe(200);
  const all = await Promise.all(Array.from({ length: 11 }, () => newSpecies()));
  for (const { id: one } of all.slice(0, 10)) expect((await vote(id, one)).status).toBe(201);
  expect((await vote(id, all[10].id)).status).toBe(409);
  expect(
    (
      await patch(id, {
        observation: worst(2),
        observer: "x@example.org",
        timespan: { start: "00:00:00", end: "00:59:59" },
      })
    ).status,
  ).toBe(200);
  const shown = (await get(id)).body;
  expect(shown.keypoints.length).toBe(1000);
  expect(shown.identifications.length).toBe(10);
  expect((await get(id, "observation")).body.observation).toEqual(worst(2));
  expect((await remove(id)).status).toBe(200);
});
