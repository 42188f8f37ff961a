import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "package-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The machine's own Node, which may be older than that of the project. */
const node = ["/usr/local/bin/node", "/usr/bin/node"].find(existsSync) ?? process.execPath;

test("the packed command is one small file that runs with Node alone, and has the licences of what is in it", () => {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    ...{ cwd: path.resolve("cli"), encoding: "utf8" as const, stdio: ["ignore", "pipe", "ignore"] },
  });
  const file = /wildlife-[\d.]+\.tgz/.exec(packed)?.[0] ?? "";
  execFileSync("tar", ["-xzf", file], { cwd: folder });
  const command = path.join(folder, "package/dist/wildlife.mjs");
  const run = (option: string) => execFileSync(node, [command, option], { cwd: folder, encoding: "utf8" });
  expect(run("--help")).toContain("Usage: wildlife import FOLDER --url ADDRESS");
  expect(run("--version")).toBe("0.2.0\n");
  expect(statSync(command).size).toBeLessThan(150_000);
  const licences = readFileSync(path.join(folder, "package/dist/THIRD-PARTY.txt"), "utf8");
  expect(licences).toMatch(/^openapi-fetch [\d.]+\n\nMIT License/m);
  expect(licences).toMatch(/^zod [\d.]+\n\nMIT License/m);
});
