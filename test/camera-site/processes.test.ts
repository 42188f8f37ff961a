import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { program, siteCommand } from "../support/site-command.ts";

let site: ReturnType<typeof siteCommand>;
beforeEach(() => {
  site = siteCommand();
  site.queue();
});
afterEach(() => site.remove());

const startTime = "2026-03-01T06:00:00.000Z";
const lockFile = () => path.join(site.root, "sender.lock");

describe("two processes on one queue", () => {
  test("cannot both send, and the lock of a killed sender does not block the next", async () => {
    const env = { ...process.env, ...site.environment };
    const first = spawn(process.execPath, [program, "run"], { env });
    try {
      for (let waitedMs = 0; !existsSync(lockFile()); waitedMs += 50) {
        if (waitedMs > 20_000) throw new Error("The first sender did not start.");
        await sleep(50);
      }
      expect(await site.run("send")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`(process ${first.pid}) is running on`),
      });
      const start = ["record-start", "--url", "s3://b/1", "--stream", "a", "--time", startTime];
      expect((await site.run(...start)).code).toBe(0);
    } finally {
      first.kill("SIGKILL");
      await once(first, "close");
    }
    expect(await site.run("send")).toMatchObject({
      code: 75,
      stdout: expect.stringContaining("To send: 1 event of 1 stream."),
    });
    expect(existsSync(lockFile())).toBe(false);
  });

  test("are not blocked by a lock that names a process id of an earlier boot", async () => {
    writeFileSync(lockFile(), `${process.pid} 1 another-boot`);
    expect((await site.run("send")).code).toBe(0);
    expect(existsSync(lockFile())).toBe(false);
  });

  test("can record at the same time without losing events", async () => {
    site.start("a");
    const detect = (n: number) =>
      site.run("detect", "--stream", "a", "--start", "00:00:01", "--observer", "x", `n=${n}`);
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map(detect));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(site.waiting().length).toBe(7);
  });

  test("cannot both record a start with the same name", async () => {
    const begin = (url: string) =>
      site.run("record-start", "--stream", "a", "--url", url, "--time", startTime);
    const results = await Promise.all([begin("s3://b/1"), begin("s3://b/2")]);
    expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(results.map(({ stderr }) => stderr).join("")).toContain("Another recording has the name a.");
    expect(site.waiting()).toEqual(["a start"]);
  });
});
