import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { program, siteCommand } from "../support/site-command.ts";

let site: ReturnType<typeof siteCommand>;
beforeEach(() => {
  site = siteCommand();
});
afterEach(() => site.remove());

const startTime = "2026-03-01T06:00:00.000Z";
const detect = (...rest: string[]) => ["detect", "--stream", "a", "--observer", "x", ...rest];

test("the program imports only Node and its own folder", () => {
  const folder = path.dirname(program);
  const sources = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) =>
    file.endsWith(".mjs"),
  );
  const imported = sources.flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)].map(
      ([, name = ""]) => (name.startsWith(".") ? path.join(path.dirname(file), name) : name),
    ),
  );
  expect(imported.length).toBeGreaterThan(20);
  expect(imported.filter((name) => !/^(node:\w+(\/promises)?|(\w+\/)?[\w-]+\.mjs)$/.test(name))).toEqual([]);
});

describe("a command exits with 1, says why and records nothing", () => {
  test.each<[string, string[], string]>([
    ["for an unknown stream", ["record-end", "--stream", "x"], "There is no stream x here."],
    [
      "for a stream name that leaves the queue's folder",
      ["alive", "--stream", "../x"],
      "--stream must be 1 to 100",
    ],
    ["without a stream", ["record-end"], "--stream is required"],
    ["without the address of the video", ["record-start"], "--url is required"],
    [
      "for a time without a zone",
      ["record-start", "--url", "u", "--time", "2026-03-01T06:00:00"],
      "is not a time with a zone",
    ],
    ["for an offset of 6", detect("--start", "6", "a=b"), "must be HH:MM:SS.mmm from the start of the video"],
    [
      "for a detection that ends before it starts",
      detect("--start", "00:00:06", "--end", "00:00:05", "a=b"),
      "--end 00:00:05 is before",
    ],
    [
      "without an observer",
      ["detect", "--stream", "a", "--start", "00:00:06", "a=b"],
      "--observer is required",
    ],
    [
      "for a box with x1 > x2",
      detect("--start", "00:00:06", "--box", "9,0,1,1", "a=b"),
      "--box must be x1,y1,x2,y2",
    ],
    ["for a key that is not ASCII", detect("--start", "00:00:06", "--key", "é", "a=b"), "visible ASCII"],
    ["without a key=value pair", detect("--start", "00:00:06"), "Give 1 to 20 key=value pairs"],
    ["for a pair without a value", detect("--start", "00:00:06", "a="), '"a=" must be key=value'],
    [
      "for an address without TLS",
      ["send", "--api", "http://example.org/api/v1"],
      "--api must be an https: address",
    ],
    ["for an address that is no URL", ["send", "--api", "example"], "--api must be an https: address"],
    [
      "for a recording that ends before it starts",
      ["record-start", "--url", "u", "--time", startTime, "--end", "2026-03-01T05:00:00Z"],
      "is before the start",
    ],
    ["for an unknown command", ["begin"], 'There is no command "begin"'],
    ["for an unknown option", ["send", "--quue", "x"], "'--quue'"],
    ["for an argument of a command that takes none", ["send", "x"], 'send takes options only, not "x"'],
    [
      "for a source that is no number",
      ["record-start", "--url", "u", "--source", "ridge"],
      "--source must be",
    ],
  ])("%s", async (_, args, sentence) => {
    expect(await site.run(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(site.waiting()).toEqual([]);
  });
});

test("record-end rejects an end before the start, and ignores a second end", async () => {
  site.start("a");
  const end = (time: string) => site.run("record-end", "--stream", "a", "--time", time);
  expect((await end("2026-03-01T05:00:00Z")).stderr).toContain("is before the start");
  expect((await end("2026-03-01T07:00:00Z")).code).toBe(0);
  expect((await end("2026-03-01T08:00:00Z")).code).toBe(0);
  expect(site.waiting()).toEqual(["a start", "a end"]);
});

test("--help prints every command", async () => {
  expect(await site.run("--help")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("record-start --url"),
  });
});
