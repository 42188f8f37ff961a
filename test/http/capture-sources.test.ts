import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
});

const source = { name: "Stony Point camera 1", location: "-32.50,137.720", camera_hardware: "Pi Camera 3" };
let nextSiteId = Date.now();
const siteId = () => nextSiteId++;
const create = (body: unknown) => api.call("POST", "/capturesources", { token, body });
const get = (id: number) => api.call("GET", `/capturesources/${id}`, { token });
const patch = (id: number, body: unknown, headers = {}) =>
  api.call("PATCH", `/capturesources/${id}`, { token, body, headers });
const remove = (id: number, headers = {}) => api.call("DELETE", `/capturesources/${id}`, { token, headers });

describe("a capture source", () => {
  test("is returned as it was sent", async () => {
    const site_id = siteId();
    const created = await create({ ...source, site_id });
    expect(created).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    expect(created.headers.get("location")).toBe(`/api/v1/capturesources/${created.body.id}`);
    expect((await get(created.body.id)).body).toEqual({ id: created.body.id, ...source, site_id });
  });

  test("has no site_id if null was sent", async () => {
    const body = { name: "camera", location: "1,2", camera_hardware: "" };
    const made = await api.call("POST", "/capturesources", { token, body: { ...body, site_id: null } });
    expect(made.status).toBe(200);
    const { body: read } = await api.call("GET", `/capturesources/${made.body.id}`, { token });
    expect(read).toEqual({ id: made.body.id, ...body });
  });

  test("may have no site_id", async () => {
    const { body } = await create({ ...source, name: "名前 🦊" });
    expect((await get(body.id)).body).toEqual({ id: body.id, ...source, name: "名前 🦊" });
  });

  test("has a greater id than every earlier capture source", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await create(source)).body.id as number),
    );
    expect(new Set(ids).size).toBe(20);
    expect((await create(source)).body.id).toBeGreaterThan(Math.max(...ids));
  });
});

describe("the time zone and the coordinate uncertainty of a camera", () => {
  test("are returned from when they are set until they are removed", async () => {
    const fields = { time_zone: "Europe/Berlin", coordinate_uncertainty: 30 };
    const { id } = (await create({ ...source, ...fields })).body;
    expect((await get(id)).body).toEqual({ id, ...source, ...fields });
    expect((await patch(id, { time_zone: "+01:00" })).body.time_zone).toBe("+01:00");
    const removed = await patch(id, { time_zone: null, coordinate_uncertainty: null });
    expect(removed.body).toEqual({ id, ...source });
  });

  test.each([
    [{ time_zone: "Berlin" }, "/body/time_zone", "such as `Europe/Berlin`"],
    [{ time_zone: "+1" }, "/body/time_zone", "+01:00"],
    [{ coordinate_uncertainty: 0 }, "/body/coordinate_uncertainty", "1"],
    [{ coordinate_uncertainty: 1.5 }, "/body/coordinate_uncertainty", "whole number"],
  ])("are refused with the accepted form: %j", async (fields, pointer, detail) => {
    const refused = await create({ ...source, ...fields });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ pointer, detail: expect.stringContaining(detail) }]);
  });
});

test("lists find capture sources by the beginning of any word of their names", async () => {
  const tag = crypto.randomUUID().replaceAll("-", "");
  const name = `Stony ${tag}point, camera 1`;
  const { id } = (await create({ ...source, name })).body;
  const list = async (query: string) => (await api.call("GET", `/capturesources?${query}`, { token })).body;
  const found = { results: [{ id }], total: 1 };
  expect(await list(`prefix=${tag}P`)).toMatchObject(found);
  expect(await list(`prefix=${tag}point,%20cam&name=${encodeURIComponent(name)}`)).toMatchObject(found);
  expect(await list(`prefix=${tag}point&location=1,1`)).toMatchObject({ results: [], total: 0 });
  await patch(id, { name: "Ridge" });
  expect(await list(`prefix=${tag}`)).toMatchObject({ results: [], total: 0 });
  await patch(id, { name });
  await remove(id);
  expect(await list(`prefix=${tag}`)).toMatchObject({ results: [], total: 0 });
});

describe("an invalid body", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ["no field", {}, ["/body/name", "/body/location", "/body/camera_hardware"]],
    ["an empty name", { ...source, name: "" }, ["/body/name"]],
    ["a name that is too long", { ...source, name: "x".repeat(257) }, ["/body/name"]],
    ["half a surrogate pair in the name", { ...source, name: "\ud83e" }, ["/body/name"]],
    ["a location with a space", { ...source, location: "1, 2" }, ["/body/location"]],
    ["a location beyond the pole", { ...source, location: "90.1,0" }, ["/body/location"]],
    ["a site_id that is a string", { ...source, site_id: "7" }, ["/body/site_id"]],
    ["a fractional site_id", { ...source, site_id: 1.5 }, ["/body/site_id"]],
    ["an id", { ...source, id: 7 }, ["/body/id"]],
    [
      "several faults at once",
      { name: 1, location: "x", camera_hardware: null, extra: 1 },
      ["/body/name", "/body/location", "/body/camera_hardware", "/body/extra"],
    ],
  ])("with %s is refused with a pointer to each fault", async (_, body, pointers) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      pointers.sort(),
    );
  });
});

describe("site_id", () => {
  test("belongs to one source, so its use for another source returns 409 and changes nothing", async () => {
    const site_id = siteId();
    await create({ ...source, site_id });
    expect(await create({ ...source, site_id })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: "/body/site_id" }] },
    });
    const other = (await create(source)).body.id;
    expect((await patch(other, { site_id, name: "changed" })).status).toBe(409);
    expect((await get(other)).body.name).toBe(source.name);
  });

  test("goes to exactly one of twenty concurrent creates", async () => {
    const site_id = siteId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ ...source, site_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test("can be used for another source after it is changed or removed, or its own source is deleted", async () => {
    const [first, second] = [siteId(), siteId()];
    const { id } = (await create({ ...source, site_id: first })).body;
    expect((await patch(id, { site_id: second })).status).toBe(200);
    expect((await create({ ...source, site_id: first })).status).toBe(200);
    expect((await patch(id, { site_id: null })).body).toEqual({ id, ...source });
    const next = (await create({ ...source, site_id: second })).body.id;
    expect((await remove(next)).status).toBe(200);
    expect((await create({ ...source, site_id: second })).status).toBe(200);
  });
});

describe("PATCH", () => {
  test("changes only the given fields", async () => {
    const { id } = (await create({ ...source, site_id: siteId() })).body;
    const before = (await get(id)).body;
    expect((await patch(id, {})).body).toEqual(before);
    expect((await patch(id, { location: "1.0,2" })).body).toEqual({ ...before, location: "1.0,2" });
    expect((await patch(id, { camera_hardware: "" })).body).toEqual({
      ...before,
      location: "1.0,2",
      camera_hardware: "",
    });
  });

  test("keeps the changes of all concurrent requests", async () => {
    const { id } = (await create(source)).body;
    const changes = [{ name: "n" }, { location: "3,4" }, { camera_hardware: "h" }, { site_id: siteId() }];
    const answers = await Promise.all(changes.map((change) => patch(id, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await get(id)).body).toEqual(Object.assign({ id }, ...changes));
  });

  test("with the same If-Match succeeds once", async () => {
    const { id } = (await create(source)).body;
    const headers = { "If-Match": (await get(id)).headers.get("etag") ?? "" };
    const answers = await Promise.all(["a", "b", "c"].map((name) => patch(id, { name }, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

describe("DELETE", () => {
  test("returns 200 without a body, then 404", async () => {
    const { id } = (await create(source)).body;
    expect(await remove(id)).toMatchObject({ status: 200, body: "" });
    expect((await get(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await patch(id, { name: "x" })).status).toBe(404);
  });

  test("returns 412 for an If-Match of another state and deletes nothing", async () => {
    const { id } = (await create(source)).body;
    expect((await remove(id, { "If-Match": '"other"' })).status).toBe(412);
    expect((await get(id)).status).toBe(200);
  });

  test("returns 200 for exactly one of ten concurrent requests", async () => {
    const { id } = (await create({ ...source, site_id: siteId() })).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});
