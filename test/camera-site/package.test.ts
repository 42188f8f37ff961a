import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import manifest from "../../camera-site/package.json" with { type: "json" };
import { ownNode, packed } from "../support/packed.ts";

const folder = mkdtempSync(path.join(tmpdir(), "package-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the packed camera site has all of its files and no dependencies, and can record with Node alone", () => {
  const site = packed("camera-site", folder);
  const sources = (of: string) => readdirSync(of, { encoding: "utf8", recursive: true }).toSorted();
  expect(sources(site)).toEqual(sources("camera-site"));
  expect(manifest).not.toHaveProperty("dependencies");

  const command = path.join(site, manifest.bin["camera-site"]);
  const queue = ["--queue", path.join(folder, "queue"), "--source", "3"];
  const run = (...args: string[]) =>
    execFileSync(ownNode, [command, ...args, ...queue], { cwd: folder, encoding: "utf8" });
  expect(run("--version")).toBe(`${manifest.version}\n`);
  expect(run("record-start", "--url", "https://video.example/1", "--stream", "a")).toBe("a\n");
  expect(run("status")).toContain("To send: 1 event of 1 stream.");
});
