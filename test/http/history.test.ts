import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const {
  api,
  admin,
  annotator,
  stream,
  species,
  observationBody,
  identificationBody,
  create,
  patch,
  remove,
  vote,
  me,
} = await annotationRequests();
const curator = await api.userWith("curator");
const reader = await api.userWith("readonly");

const history = async (type: string, id: number, { token }: { token: string }, query = "") =>
  api.call("GET", `/history/${type}/${id}?${query}`, { token });

describe("the history of an annotation", () => {
  test("says who changed what, the latest first", async () => {
    const { id } = (await create(observationBody({ observer: "Chi Nguyen" }))).body;
    await patch(id, { observer: "Ben", observation: { behaviour: "resting", age: "adult" } }, curator);
    await vote(id, species.id, admin);
    const { status, body } = await history("annotations", id, annotator);
    expect(status).toBe(200);
    const [voted, updated, created] = body.results;
    expect(body).toMatchObject({ next: null, recorded_since: null });
    expect(voted).toMatchObject({
      version: 3,
      change: "updated",
      by: { kind: "user", user: await me(admin) },
    });
    expect(voted.fields).toMatchObject([
      { field: "identifications", before: [], after: [{ species: { id: species.id } }] },
    ]);
    expect(updated).toMatchObject({ version: 2, change: "updated", by: { user: await me(curator) } });
    expect(updated.fields).toEqual([
      { field: "observer", before: "Chi Nguyen", after: "Ben" },
      {
        field: "observation",
        before: { behaviour: "foraging" },
        after: { behaviour: "resting", age: "adult" },
      },
    ]);
    expect(created).toMatchObject({
      version: 1,
      change: "created",
      by: { user: await me(annotator) },
      fields: [],
    });
  });

  test("has pages", async () => {
    const { id } = (await create(identificationBody())).body;
    for (let end = 2; end <= 5; end++) {
      await patch(id, { timespan: { start: "00:00:01", end: `00:00:0${end}` } });
    }
    const versions: number[] = [];
    for (let before = ""; ; ) {
      const { body } = await history("annotations", id, annotator, `limit=2${before}`);
      expect(body.results.length).toBeLessThanOrEqual(2);
      versions.push(...body.results.map(({ version }: { version: number }) => version));
      if (body.next === null) break;
      before = `&before=${body.next}`;
    }
    expect(versions).toEqual([5, 4, 3, 2, 1]);
  });

  test("that was deleted can be seen by its author, who deleted it and curators only", async () => {
    const { id } = (await create(observationBody())).body;
    await remove(id, curator);
    const { body } = await history("annotations", id, annotator);
    expect(body.results).toMatchObject([
      { version: 2, change: "deleted", by: { user: await me(curator) } },
      { version: 1, change: "created" },
    ]);
    expect((await history("annotations", id, curator)).status).toBe(200);
    expect((await history("annotations", id, await api.userWith("annotator"))).status).toBe(404);
  });

  test("of an annotation that never existed is not found", async () => {
    expect((await history("annotations", 999_999, admin)).status).toBe(404);
  });
});

describe("the history of another record", () => {
  test.each([
    ["annotations", "readonly", reader],
    ["videostreams", "an annotator", annotator],
    ["capturesources", "an annotator", annotator],
    ["species", "an annotator", annotator],
    ["users", "a curator", curator],
    ["dataset", "a curator", curator],
  ])("of the type %s is hidden from %s", async (type, _, caller) => {
    expect((await history(type, 1, caller)).status).toBe(403);
  });

  test("of a video stream says who made and who corrected it", async () => {
    const url = "https://video.example/2.mp4";
    await api.call("PATCH", `/videostreams/${stream}`, { token: curator.token, body: { stream_url: url } });
    const { body } = await history("videostreams", stream, curator);
    expect(body.results).toMatchObject([
      { version: 2, fields: [{ field: "stream_url", before: "https://video.example/1.mp4", after: url }] },
      { version: 1, change: "created", by: { user: await me(admin) } },
    ]);
  });

  test("of a species and a capture source that were just made is their creation", async () => {
    const { capturesource } = (await api.call("GET", `/videostreams/${stream}`, { token: reader.token }))
      .body;
    for (const [type, id] of [
      ["species", species.id],
      ["capturesources", capturesource],
    ] as const) {
      const { body } = await history(type, id, curator);
      expect(body).toMatchObject({ results: [{ change: "created" }], recorded_since: null });
    }
  });

  test("of a user has roles only", async () => {
    const user = await api.userWith("annotator");
    const { id } = await me(user);
    const path = `/users/${encodeURIComponent(user.email)}`;
    const change = (body: object) => api.call("PATCH", path, { token: admin.token, body });
    await change({ role: "curator" });
    await change({ display_name: `Somebody ${crypto.randomUUID()}` });
    await api.call("DELETE", path, { token: admin.token });
    const { results } = (await history("users", id, admin)).body;
    expect(results.slice(0, 3)).toMatchObject([
      { change: "updated", fields: [{ field: "role", before: "curator", after: null }] },
      { change: "updated", fields: [] },
      { change: "updated", fields: [{ field: "role", before: "annotator", after: "curator" }] },
    ]);
    expect(results.at(-1)).toMatchObject({ version: 1, change: "created" });
    expect(JSON.stringify(results)).not.toContain("@");
  });
});
