import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ownNode, packed } from "../support/packed.ts";

const folder = mkdtempSync(path.join(tmpdir(), "package-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the packed command is one small file that needs only Node, next to the licences of its packages", () => {
  const dist = path.join(packed("cli", folder), "dist");
  const command = path.join(dist, "wildlife.mjs");
  const run = (option: string) => execFileSync(ownNode, [command, option], { cwd: folder, encoding: "utf8" });
  expect(run("--help")).toContain("Usage: wildlife import FOLDER --url ADDRESS");
  expect(run("--version")).toBe("0.2.0\n");
  expect(statSync(command).size).toBeLessThan(150_000);
  const licences = readFileSync(path.join(dist, "THIRD-PARTY.txt"), "utf8");
  expect(licences).toMatch(/^openapi-fetch [\d.]+\n\nMIT License/m);
  expect(licences).toMatch(/^zod [\d.]+\n\nMIT License/m);
});
