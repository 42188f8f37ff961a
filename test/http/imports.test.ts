import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { foreignSample, withDescriptor, withFile } from "../support/formats/sample.ts";
import { zipOf } from "../support/imports/zip-of.ts";

const api = openApi();
let curator: string;
let other: string;
let admin: string;
beforeAll(async () => {
  const tokenOf = async (role: "curator" | "admin") => (await api.userWith(role)).token;
  [curator, other, admin] = await Promise.all([tokenOf("curator"), tokenOf("curator"), tokenOf("admin")]);
});

const get = (id: number, token = curator) => api.call("GET", `/imports/${id}`, { token });
const start = (id: number, body: unknown, token = curator) =>
  api.call("POST", `/imports/${id}/start`, { token, body });

/** Returns a package with a unique id, so that no other test has imported it. */
function newPackage(): Record<string, string> {
  return {
    ...withDescriptor(foreignSample, (descriptor) => {
      descriptor.id = crypto.randomUUID();
    }),
  };
}

/** Returns a package that contains the picture of its first media file. */
function illustrated(): Record<string, string> {
  const texts = withFile(newPackage(), "media.csv", (text) => text.replace(/https:[^,]+/, "media/1.jpg"));
  return { ...texts, "media/1.jpg": "picture" };
}

async function announce(bytes: Uint8Array, more = {}) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const body = { format: "camtrap-dp", bytes: bytes.length, sha256, filename: "sample.zip", ...more };
  const answer = await api.call("POST", "/imports", { token: curator, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer;
}

const put = ({ url, headers }: { url: string; headers: Record<string, string> }, bytes: Uint8Array) =>
  fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) });

async function uploaded(bytes: Uint8Array, more = {}): Promise<number> {
  const { body } = await announce(bytes, more);
  expect((await put(body.upload, bytes)).status).toBe(200);
  return body.id;
}

describe("an import", () => {
  test("is announced, uploaded, checked and done, and the filter `import` finds its annotations", async () => {
    const zip = await zipOf(illustrated());
    const { headers, body } = await announce(zip);
    expect(headers.get("location")).toBe(`/api/v1/imports/${body.id}`);
    expect(body).toMatchObject({ status: "waiting", filename: "sample.zip", report_url: null });
    const early = await start(body.id, {});
    expect([early.status, early.body.detail]).toEqual([
      409,
      expect.stringMatching(/^The file has not been uploaded yet/),
    ]);
    const wrong = new Uint8Array(zip);
    wrong[40] = (wrong[40] ?? 0) ^ 1;
    expect((await put(body.upload, wrong)).status).toBe(400);
    expect((await put(body.upload, zip)).status).toBe(200);
    expect((await put(body.upload, zip)).status).toBe(412);
    const checked = await start(body.id, { dry_run: true });
    expect(checked.status).toBe(202);
    expect(checked.body).toMatchObject({
      status: "checked",
      dry_run: true,
      // Two of the streams are stand-ins for events that have no file.
      counts: {
        sources: { rows: 2, bad: 0, made: 0 },
        streams: { rows: 5, made: 0 },
        annotations: { made: 0 },
      },
    });
    expect(await (await fetch(checked.body.report_url)).text()).toMatch(/^file,row,column,value,level,code/);
    const shown = await get(body.id);
    expect((await fetch(shown.body.report_url)).status).toBe(200);
    const all = await api.call("GET", "/imports?limit=100", { token: curator });
    const own = all.body.results.find(({ id }: { id: number }) => id === body.id);
    expect((await fetch(own.report_url)).status).toBe(200);
    const done = await start(body.id, { options: { on_bad_row: "skip" } });
    expect(done.body, JSON.stringify(done.body)).toMatchObject({
      status: "done",
      dry_run: false,
      options: { on_bad_row: "skip" },
      counts: { sources: { made: 2, there: 0 }, streams: { made: 5 } },
      problem: null,
    });
    const { made } = done.body.counts.annotations;
    expect(made).toBeGreaterThan(2);
    const listed = await api.call("GET", `/annotations?import=${body.id}&shape=full`, { token: curator });
    expect(listed.body.total).toBe(made);
    expect(listed.body.results[0]).toMatchObject({ import: body.id });
    expect((await start(body.id, {})).status).toBe(409);
    const again = await start(await uploaded(zip), {});
    expect(again.body).toMatchObject({
      status: "done",
      counts: { sources: { made: 0, there: 2 }, annotations: { made: 0, there: made } },
    });
  });

  test("with bad rows is rejected with a report and creates nothing, but can be started again without these rows", async () => {
    const spoiled = withFile(newPackage(), "observations.csv", (text) =>
      text.replace(/\n([^,]+),[^,]+,/, "\n$1,nowhere,"),
    );
    const id = await uploaded(await zipOf(spoiled));
    const { body } = await start(id, {});
    expect(body).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining("The report says where"),
    });
    expect(body.counts.sources.made).toBe(0);
    expect(await (await fetch(body.report_url)).text()).toContain("observations.csv,");
    expect((await api.call("GET", `/annotations?import=${id}`, { token: curator })).body.total).toBe(0);
    expect((await start(id, { options: { on_bad_row: "skip" } })).body.status).toBe("done");
  });

  test("is created once by a request that is sent twice with the same Idempotency-Key", async () => {
    const body = { format: "camtrap-dp", bytes: 10 };
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const send = (more = {}) =>
      api.call("POST", "/imports", { token: curator, body: { ...body, ...more }, headers });
    const [first, second] = [await send(), await send()];
    expect([first.body.id, second.status]).toEqual([second.body.id, 201]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect((await send({ bytes: 11 })).status).toBe(422);
    await api.call("DELETE", `/imports/${first.body.id}`, { token: curator });
  });

  test("is visible only to its creator and to admins", async () => {
    const { body } = await announce(Buffer.from("zip"));
    for (const method of ["GET", "DELETE"]) {
      expect((await api.call(method, `/imports/${body.id}`, { token: other })).status).toBe(404);
    }
    expect((await start(body.id, {}, other)).status).toBe(404);
    expect((await start(body.id, {}, admin)).status).toBe(403);
    expect((await get(body.id, admin)).body.created_by.id).toBe(body.created_by.id);
    // Other tests create imports too, so this test only looks for its own import.
    const ids = async (query: string) => {
      const { results } = (await api.call("GET", `/imports?limit=100${query}`, { token: admin })).body;
      return results.map(({ id }: { id: number }) => id);
    };
    expect(await ids("")).toContain(body.id);
    expect(await ids("&mine=true")).not.toContain(body.id);
    const listed = await api.call("GET", "/imports?limit=100", { token: other });
    expect(listed.body.results).toEqual([]);
    const own = await api.call("GET", "/imports?limit=100", { token: curator });
    expect(own.body.results.map(({ id }: { id: number }) => id)).toContain(body.id);
    const remove = (headers = {}) => api.call("DELETE", `/imports/${body.id}`, { token: curator, headers });
    expect((await remove({ "If-Match": '"x"' })).status).toBe(412);
    expect((await remove()).status).toBe(200);
    expect((await get(body.id)).body).toMatchObject({ status: "cancelled" });
    expect((await start(body.id, {})).status).toBe(409);
  });

  test("of a table finds its streams, in the request or in the worker, and creates each annotation once", async () => {
    const create = async (path: string, body: unknown) => {
      const answer = await api.call("POST", path, { token: curator, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body.id;
    };
    const name = crypto.randomUUID();
    const capturesource = await create("/capturesources", { name, location: "1,2", camera_hardware: "" });
    const times = { startTime: "2019-03-01T06:30:00Z", endTime: "2019-03-01T06:45:00Z" };
    const stream_url = `https://video.example/${name}.mp4`;
    await create("/videostreams", { stream_url, capturesource, ...times });
    // Long notes are cut off, but they make the file too large for the request itself.
    const rows = (note: string) =>
      Buffer.from(
        `id,file,start_time,note\n${[1, 2].map((id) => `${id},${name}.mp4,2019-03-01T06:30:0${id}Z,${note}\n`).join("")}`,
      );
    const options = { source: name };
    const large = await uploaded(rows("x".repeat(600_000)), { format: "csv" });
    let { body: job } = await start(large, { options });
    expect(job.status).toBe("queued");
    for (; job.status !== "done"; job = (await get(large)).body) {
      expect(["queued", "running"]).toContain(job.status);
      await sleep(200);
    }
    expect(job.counts.annotations).toMatchObject({ made: 2, warnings: 2 });
    const again = await start(await uploaded(rows("fox"), { format: "csv" }), { options });
    expect(again.body).toMatchObject({
      status: "done",
      options: { source: name, table: "annotations" },
      counts: { annotations: { made: 0, there: 2 } },
    });
  });

  // The local stack calls the worker at once. On other deployments, the worker runs once a minute, and may process
  // another import first.
  test("of a larger file is processed by the worker, and can be cancelled before the worker begins", async () => {
    // Random bytes cannot be compressed.
    const zip = await zipOf({ ...illustrated(), "notes/padding.bin": randomBytes(1_100_000) });
    expect(zip.length).toBeGreaterThan(1_000_000);
    const id = await uploaded(zip);
    const { body } = await start(id, {});
    expect(body).toMatchObject({ status: "queued", progress: { phase: "check" } });
    for (let job = body; job.status !== "done"; job = (await get(id)).body) {
      expect(["queued", "running"]).toContain(job.status);
      await sleep(200);
    }
    // The worker of the local stack begins after a second, and the workers of other deployments within a minute.
    const second = await uploaded(zip);
    expect((await start(second, {})).body.status).toBe("queued");
    expect((await api.call("DELETE", `/imports/${second}`, { token: curator })).status).toBe(200);
    expect((await get(second)).body).toMatchObject({ status: "cancelled", report_url: null });
  }, 200_000);

  test.each([
    [{ format: "coco", bytes: 1 }, "/body/format"],
    [{ format: "camtrap-dp" }, "/body/bytes"],
    [{ format: "camtrap-dp", bytes: 1, s3_url: "s3://cards/a.zip" }, "/body/s3_url"],
    [{ format: "camtrap-dp", s3_url: "https://cards.example/a.zip" }, "/body/s3_url"],
    [{ format: "camtrap-dp", s3_url: "s3://elsewhere/a.zip" }, "/body/s3_url"],
    [{ format: "camtrap-dp", s3_url: "s3://cards/a.zip", sha256: "0".repeat(64) }, "/body/sha256"],
    [{ format: "camtrap-dp", bytes: 5_000_000_001 }, "/body/bytes"],
    [{ format: "camtrap-dp", bytes: 1, sha256: "x" }, "/body/sha256"],
  ])("is refused with a pointer to the invalid field: %j", async (body, pointer) => {
    const answer = await api.call("POST", "/imports", { token: curator, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });
});
