import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { siteCommand } from "../support/site-command.ts";

const api = openApi();
let token: string;
let source: number;
let site: ReturnType<typeof siteCommand>;
beforeEach(async () => {
  token = (await api.userWith("admin")).token;
  source = await newSource();
  site = siteCommand({ api: `${api.origin}/api/v1`, source });
  site.useKey((await newKey(source)).key);
});
afterEach(() => site.remove());

async function newSource(): Promise<number> {
  const body = { name: "Ridge", location: "1,2", camera_hardware: "" };
  return (await api.call("POST", "/capturesources", { token, body })).body.id;
}

async function newKey(of: number): Promise<{ id: number; key: string }> {
  return (await api.call("POST", `/capturesources/${of}/keys`, { token, body: {} })).body;
}

const revoke = (id: number) => api.call("DELETE", `/capturesources/${source}/keys/${id}`, { token });
const countStreams = async () =>
  (await api.call("GET", `/videostreams?capturesource=${source}`, { token })).body.total;

describe("check", () => {
  test("exits with 0 when disk, link, key and clock are ok, and creates no record", async () => {
    const { code, stdout, stderr } = await site.run("check");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^disk {3}ok {5}.*queue is writable, \d+\.\d GB free/),
      expect.stringMatching(/^link {3}ok {5}http.*\/api\/v1 responds in \d+ ms/),
      `key    ok     The service accepts the key for capture source ${source}.`,
      expect.stringMatching(/^clock {2}ok {5}Agrees with the service's clock to within \d s/),
      "",
    ]);
    expect(await countStreams()).toBe(0);
    expect(site.waiting()).toEqual([]);
    expect(readdirSync(path.join(site.root, "tmp"))).toEqual([]);
  });

  test("records a wrong clock, so that record-start then fails", async () => {
    expect((await site.runAhead(-192_000, "check")).code).toBe(1);
    const start = await site.runAhead(-192_000, "record-start", "--url", "https://video.example/ridge/1.mp4");
    expect(start).toMatchObject({ code: 1, stderr: expect.stringContaining("Set the clock") });
  });

  test("reports a revoked key", async () => {
    const { id, key } = await newKey(source);
    site.useKey(key);
    await revoke(id);
    const { code, stdout } = await site.run("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^link {3}ok/m);
    expect(stdout).toMatch(
      /^key {4}WRONG .*401: .*Ask an admin for a new site key and write it to .*key\.$/m,
    );
    expect(stdout).toMatch(/^clock {2}ok/m);
  });

  test("reports a missing key file", async () => {
    rmSync(site.keyFile);
    const { code, stdout } = await site.run("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^link {3}ok/m);
    expect(stdout).toMatch(/^key {4}WRONG {2}There is no key file .*Ask an admin/m);
    expect(stdout).toMatch(/^clock {2}ok/m);
  });

  test("reports a key of another capture source", async () => {
    const other = await newSource();
    site.useKey((await newKey(other)).key);
    const { code, stdout } = await site.run("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^key {4}WRONG .*403: .*capture source ${other} only.*--source`, "m"));
  });

  test("reports a clock that is 3 min 12 s behind, and the maximum error that it accepts", async () => {
    const { code, stdout } = await site.runAhead(-192_000, "check");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^key {4}ok/m);
    expect(stdout).toMatch(
      /^clock {2}WRONG {2}3 min 1[123] s behind the service's clock; 30 s is accepted\. /m,
    );
    expect(stdout).toMatch(/sudo date -u -s "\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/);
  });

  test("accepts a clock that is 12 s ahead, unless --max-clock-error is less", async () => {
    const check = await site.runAhead(12_000, "check");
    expect(check.code).toBe(0);
    expect(check.stdout).toMatch(/^clock {2}ok {5}1[123] s ahead of the service's clock; 30 s is accepted/m);
    expect((await site.runAhead(12_000, "check", "--max-clock-error", "5")).code).toBe(1);
  });

  test("reports a URL that does not belong to the service", async () => {
    const { code, stdout } = await site.run("check", "--api", `${api.origin}/api/v2`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^link {3}WRONG .*404.*\/api\/v1/m);
    expect(stdout).toMatch(/^key {4}\? /m);
  });
});
