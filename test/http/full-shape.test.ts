import { describe, expect, test } from "vitest";
import { annotationRequests, box, keypoints } from "../support/api/annotation-requests.ts";

const { api, admin, annotator, species, newSource, identificationBody, observationBody } =
  await annotationRequests();

const { token } = admin;
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  api.call(method, path, { token, body, headers });
const create = (body: object) => call("POST", "/annotations?shape=full", body);
const get = async (id: number) => (await call("GET", `/annotations/${id}?shape=full`)).body;

const me = (await call("GET", "/users/me")).body;
const myself = { id: me.id, display_name: me.display_name, role: "admin" };

/** A camera that has a time zone, and a stream of it that starts a minute before summer time begins. */
const source = await newSource();
await call("PATCH", `/capturesources/${source}`, { name: "Ridge", time_zone: "Europe/Berlin" });
const stream_url = "https://video.example/ridge.mp4";
const stream: number = (
  await call("POST", "/videostreams", {
    ...{ stream_url, capturesource: source, width: 1920, height: 1080 },
    ...{ startTime: "2026-03-29T00:59:00Z", endTime: "2026-03-29T01:59:00Z" },
  })
).body.id;

describe("an annotation in the full shape", () => {
  test("has every field of an annotation that was sent in the identification shape", async () => {
    const made = await create(identificationBody({ videostream_id: stream }));
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      etag: `"${made.body.id}.1"`,
      videostream: { id: stream, stream_url, width: 1920, height: 1080 },
      capturesource: { id: source, name: "Ridge", time_zone: "Europe/Berlin" },
      ...{ start: "00:00:01.500", end: "00:00:02.000" },
      ...{ start_time: "2026-03-29T00:59:01.500Z", end_time: "2026-03-29T00:59:02.000Z" },
      local_time: "2026-03-29T01:59:01.500+01:00",
      keypoints: keypoints.map(({ box, time }, i) => ({ box, time: i === 0 ? time : `${time}.000` })),
      bounding_box: null,
      observer: me.display_name,
      observation: null,
      identifications: [{ identified_by: [myself], species: expect.objectContaining({ id: species.id }) }],
      ...{ method: "human", confidence: null, machine: null, review: "one" },
      created: expect.stringMatching(/Z$/),
      created_by: myself,
      changed: made.body.created,
      import: null,
      camtrap_dp: null,
    });
    expect(await get(made.body.id)).toEqual(made.body);
  });

  test("has the fields that were sent in the observation shape, with a local time on the camera's clock", async () => {
    const made = await create(
      observationBody({
        ...{ videostreamId: stream, boundingBox: box },
        timespan: { start: "00:01:30", end: "00:01:31" },
      }),
    );
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      local_time: "2026-03-29T03:00:30.000+02:00",
      keypoints: [],
      bounding_box: box,
      observation: observationBody().observation,
      observer: observationBody().observer,
    });
  });

  test("is returned by lists and by PATCH", async () => {
    const { id } = (await create(observationBody({ videostreamId: stream }))).body;
    const { results } = (await call("GET", `/annotations?videostream=${stream}&shape=full&limit=100`)).body;
    expect(results.find((row: { id: number }) => row.id === id)).toEqual(await get(id));
    const changed = await call("PATCH", `/annotations/${id}?shape=full`, { observer: "Ana" });
    expect(changed.body).toEqual(await get(id));
    expect(changed.body).toMatchObject({ observer: "Ana", etag: `"${id}.2"` });
  });

  test("has an etag in lists, which is valid in If-Match until the annotation changes", async () => {
    const { id, etag } = (await create(observationBody({ videostreamId: stream }))).body;
    const patch = (tag: string) =>
      call("PATCH", `/annotations/${id}`, { observer: crypto.randomUUID() }, { "If-Match": tag });
    expect((await patch(`"${id + 1}.1"`)).status).toBe(412);
    expect((await patch(etag)).status).toBe(200);
    expect((await patch(etag)).status).toBe(412);
    const header = (await call("GET", `/annotations/${id}?shape=full`)).headers.get("etag") ?? "";
    expect((await patch(header)).status).toBe(200);
    expect((await call("DELETE", `/annotations/${id}`, undefined, { "If-Match": header })).status).toBe(412);
  });

  test("can be requested by the `shape` parameter of a POST, unlike the other shapes", async () => {
    const answer = await call("POST", "/annotations?shape=observation", observationBody());
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/query/shape" }] } });
  });
});

describe("the identification and observation shapes", () => {
  test("have only their original fields", async () => {
    const fields = { method: "machine", confidence: 0.9, machine: { detector: "D 1" } };
    const { id } = (await create(observationBody({ videostreamId: stream, boundingBox: box, ...fields })))
      .body;
    const keys = async (shape: string) =>
      Object.keys((await call("GET", `/annotations/${id}?shape=${shape}`)).body).toSorted();
    expect(await keys("observation")).toEqual(
      ["boundingBox", "id", "observation", "observer", "timespan", "videostreamId"].toSorted(),
    );
    expect(await keys("identification")).toEqual(
      [
        "created_by",
        "duration",
        "end",
        "id",
        "identifications",
        "keypoints",
        "start",
        "videostream",
      ].toSorted(),
    );
  });
});

describe("a machine's label", () => {
  const machine = {
    detector: "MegaDetector 6",
    detection: 0.98,
    classifier: "SpeciesNet 4",
    alternatives: [{ name: "Canis lupus", score: 0.05 }],
  };

  test("has no vote of its author, even if its observation names a species", async () => {
    const observation = { species: species.scientific_name };
    const made = await create(observationBody({ observation, method: "machine", confidence: 0.93, machine }));
    const label = { method: "machine", confidence: 0.93, machine };
    expect(made.body).toMatchObject({ ...label, identifications: [], review: "unreviewed" });
    const plainAnnotation = await create(observationBody({ observation }));
    expect(plainAnnotation.body).toMatchObject({ method: "human", review: "one" });
    expect(plainAnnotation.body.identifications).toHaveLength(1);
    await call("POST", `/annotations/${made.body.id}/identifications/${species.id}`);
    expect(await get(made.body.id)).toMatchObject({ ...label, review: "one" });
    const second = { token: annotator.token };
    await api.call("POST", `/annotations/${made.body.id}/identifications/${species.id}`, second);
    expect(await get(made.body.id)).toMatchObject({ review: "agreed" });
  });

  test("is the default for annotations that are sent with a site key", async () => {
    const key = (await call("POST", `/capturesources/${source}/keys`)).body.key;
    const label = async (over: object) => {
      const body = observationBody({ videostreamId: stream, ...over });
      return (await api.call("POST", "/annotations?shape=full", { token: key, body })).body;
    };
    expect(await label({ confidence: 0.5 })).toMatchObject({ method: "machine", confidence: 0.5 });
    expect(await label({ method: "human" })).toMatchObject({ method: "human", review: "one" });
  });

  test("has 0 for scores that are too small to store", async () => {
    const tiny = { ...machine, detection: 1e-131, alternatives: [{ name: "Canis lupus", score: 1e-300 }] };
    const body = observationBody({ method: "machine", confidence: 5e-324, machine: tiny });
    const made = await create(body);
    const zero = { ...machine, detection: 0, alternatives: [{ name: "Canis lupus", score: 0 }] };
    expect(made.body).toMatchObject({ confidence: 0, machine: zero });
    expect(await get(made.body.id)).toEqual(made.body);
    expect((await create(observationBody({ method: "machine", confidence: 1e-130 }))).body).toMatchObject({
      confidence: 1e-130,
    });
  });

  test("loses its author's vote when it is changed from a person's label", async () => {
    const { id } = (await create(identificationBody())).body;
    await api.call("POST", `/annotations/${id}/identifications/${species.id}`, { token: annotator.token });
    const { body } = await call("PATCH", `/annotations/${id}?shape=full`, {
      method: "machine",
      confidence: 1,
      machine,
    });
    expect(body).toMatchObject({ method: "machine", confidence: 1, machine, review: "one" });
    expect(body.identifications[0].identified_by).toHaveLength(1);
    const removed = await call("PATCH", `/annotations/${id}?shape=full`, { confidence: null, machine: null });
    expect(removed.body).toMatchObject({ method: "machine", confidence: null, machine: null });
  });

  test.each([
    ["a confidence above 1", { method: "machine", confidence: 1.1 }, "/body/confidence"],
    ["a confidence that is a text", { method: "machine", confidence: "0.9" }, "/body/confidence"],
    ["an unknown method", { method: "model" }, "/body/method"],
    ["a confidence but no method", { confidence: 0.9 }, "/body/confidence"],
    ["programs but no method", { machine }, "/body/machine"],
    ["an unknown field in `machine`", { method: "machine", machine: { model: "x" } }, "/body/machine/model"],
    [
      "six alternatives",
      { method: "machine", machine: { alternatives: Array(6).fill({ name: "a", score: 0.1 }) } },
      "/body/machine/alternatives",
    ],
  ])("is refused with %s", async (_, fields, pointer) => {
    expect(await create(observationBody(fields))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
  });

  test("becomes a person's label only in a PATCH that removes the machine's values; the error names what the PATCH has", async () => {
    const { id } = (await create(observationBody({ method: "machine", confidence: 0.5, machine }))).body;
    const patch = (body: object) => call("PATCH", `/annotations/${id}?shape=full`, body);
    expect(await patch({ method: "human" })).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            pointer: "/body/method",
            detail:
              '`method` cannot be `human` while the label has `confidence` and `machine`. Send `"confidence": null, "machine": null` in the same request.',
          },
        ],
      },
    });
    expect(await patch({ method: "human", machine, confidence: null })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/machine" }] },
    });
    expect((await patch({ method: "human", confidence: null, machine: null })).status).toBe(200);
    expect(await patch({ confidence: 0.5 })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/confidence" }] },
    });
  });

  test("is refused with an identification, because an identification is a vote", async () => {
    expect(await create(identificationBody({ method: "machine" }))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/body/identification" }] },
    });
    expect((await create(identificationBody({ method: "machine", identification: null }))).status).toBe(201);
  });
});
