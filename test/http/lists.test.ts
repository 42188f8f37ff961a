import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
});

const list = async (path: string) => (await api.call("GET", path, { token })).body;
const create = async (body: Record<string, unknown>) =>
  (await api.call("POST", "/capturesources", { token, body: { camera_hardware: "", ...body } })).body.id;

describe("GET /capturesources", () => {
  test("returns 304 with links for an unchanged page", async () => {
    const path = "/capturesources?name=nobody-has-it";
    const { headers } = await api.call("GET", path, { token });
    const again = { token, headers: { "If-None-Match": headers.get("etag") ?? "" } };
    const known = await api.call("GET", path, again);
    expect(known.status).toBe(304);
    expect(headers.get("link")).toContain('rel="last"');
    expect(known.headers.get("link")).toBe(headers.get("link"));
  });

  test("omits links for a filter of 5 KB, because each of the four links would repeat the filter", async () => {
    const path = `/capturesources?limit=1&offset=1&name=${"x".repeat(5_000)}`;
    const { status, headers, body } = await api.call("GET", path, { token });
    expect(status).toBe(200);
    expect(body).toEqual({ results: [], limit: 1, offset: 1, total: 0 });
    expect(headers.has("link")).toBe(false);
  });

  test("filters by the exact name, alone or together with the value of the location", async () => {
    const name = `Ridge ${crypto.randomUUID()} = # % 🦊`;
    const ids = [
      await create({ name, location: "10.5,20" }),
      await create({ name, location: "10.50,20.0" }),
      await create({ name, location: "10.5,21" }),
      await create({ name: `${name} `, location: "10.5,20" }),
    ];
    const byName = await list(`/capturesources?name=${encodeURIComponent(name)}`);
    expect(byName).toMatchObject({ total: 3, limit: 20, offset: 0 });
    expect(byName.results.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 3));
    const both = await list(`/capturesources?name=${encodeURIComponent(name)}&location=10.5,20.000`);
    expect(both.results.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect((await list(`/capturesources?name=${encodeURIComponent(name)}&location=0,0`)).total).toBe(0);
  });

  test("finds changed sources by their new values, and no deleted sources", async () => {
    const name = crypto.randomUUID();
    const id = await create({ name, location: "1,1" });
    await api.call("PATCH", `/capturesources/${id}`, { token, body: { location: "2,2" } });
    expect((await list(`/capturesources?name=${name}&location=1,1`)).total).toBe(0);
    expect((await list(`/capturesources?name=${name}&location=2,2`)).total).toBe(1);
    await api.call("DELETE", `/capturesources/${id}`, { token });
    expect((await list(`/capturesources?name=${name}`)).total).toBe(0);
  });

  test("returns pages that hold every source once, in order and with the same total, and an empty page past the end", async () => {
    const name = crypto.randomUUID();
    const ids: number[] = await Promise.all(
      Array.from({ length: 70 }, () => create({ name, location: "1,1" })),
    );
    const seen: number[] = [];
    for (let offset = 0; offset < 90; offset += 30) {
      const page = await list(`/capturesources?name=${name}&limit=30&offset=${offset}`);
      expect(page).toMatchObject({ limit: 30, offset, total: 70 });
      seen.push(...page.results.map(({ id }: { id: number }) => id));
    }
    expect(seen).toEqual(ids.toSorted((a, b) => a - b));
    expect(await list(`/capturesources?name=${name}&offset=70`)).toMatchObject({ results: [], total: 70 });
  });

  test("returns pages that hold no source twice, while other requests create and delete sources", async () => {
    const name = crypto.randomUUID();
    let done = false;
    let rows = 0;
    const writer = async () => {
      for (let i = 0; i < 15; i++) {
        const id = await create({ name, location: "1,1" });
        if (i % 3 === 0) await api.call("DELETE", `/capturesources/${id}`, { token });
      }
    };
    const reader = async () => {
      while (!done) {
        const { results } = await list(`/capturesources?name=${name}&limit=100`);
        rows += results.length;
        const ids = results.map(({ id }: { id: number }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    };
    const readers = [reader(), reader()];
    await Promise.all([writer(), writer(), writer(), writer()]);
    done = true;
    await Promise.all(readers);
    // If every page had been empty, the readers would have compared nothing.
    expect(rows).toBeGreaterThan(0);
    expect((await list(`/capturesources?name=${name}&limit=100`)).total).toBe(40);
  });
});

describe("GET /users", () => {
  test("lists existing users in order of id, without deleted users", async () => {
    const { email } = await api.userWith("readonly");
    const all = async () => {
      const seen: { id: number; email: string }[] = [];
      for (let offset = 0; ; offset += 100) {
        const { results, total } = await list(`/users?limit=100&offset=${offset}`);
        seen.push(...results);
        if (seen.length >= total || results.length === 0) return seen;
      }
    };
    const ids = (await all()).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect((await all()).filter((user) => user.email === email).length).toBe(1);
    await api.call("DELETE", `/users/${email}`, { token });
    expect((await all()).filter((user) => user.email === email).length).toBe(0);
    await api.call("POST", "/users", { token, body: { email, role: "readonly" } });
    expect((await all()).filter((user) => user.email === email).length).toBe(1);
  });
});

test("GET /videostreams returns no stream twice on a page while streams are created, changed and deleted", async () => {
  const capturesource = await create({ name: crypto.randomUUID(), location: "1,1" });
  const start = (i: number) => new Date(Date.UTC(2024, 1, 28, 23, 59, 50) + i * 1000).toISOString();
  let done = false;
  let rows = 0;
  const writer = async (w: number) => {
    for (let i = 0; i < 10; i++) {
      const body = { stream_url: "s3://b/1", capturesource, startTime: start(w * 10 + i) };
      const { id } = (await api.call("POST", "/videostreams/live", { token, body })).body;
      await api.call("PATCH", `/videostreams/${id}/live`, {
        token,
        body: { endTime: start(w * 10 + i + 5) },
      });
      if (i % 2 === 0)
        await api.call("PATCH", `/videostreams/${id}`, { token, body: { startTime: start(i) } });
      if (i % 5 === 0) await api.call("DELETE", `/videostreams/${id}`, { token });
    }
  };
  const reader = async (query: string) => {
    while (!done) {
      const { results } = await list(`/videostreams?${query}&limit=100`);
      rows += results.length;
      const ids = results.map(({ id }: { id: number }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  };
  const readers = [
    reader(`capturesource=${capturesource}`),
    reader("timespan[start]=2024-02-28T23:59:55Z&timespan[end]=2024-02-29T00:00:05Z"),
  ];
  await Promise.all([0, 1, 2, 3].map(writer));
  done = true;
  await Promise.all(readers);
  // If every page had been empty, the readers would have compared nothing.
  expect(rows).toBeGreaterThan(0);
  const remaining = await list(`/videostreams?capturesource=${capturesource}&limit=100`);
  expect(remaining.total).toBe(32);
  const starts = remaining.results.map(({ startTime }: { startTime: string }) => startTime);
  expect(starts).toEqual(starts.toSorted());
});
