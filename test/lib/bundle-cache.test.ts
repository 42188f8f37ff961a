import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bundleOnce } from "../../lib/bundle-cache.ts";

const folder = mkdtempSync(path.join(tmpdir(), "bundle-cache-"));
afterAll(() => rmSync(folder, { recursive: true }));

let root: string;
let builds: number;
let runs: number;
const at = (name: string) => path.join(root, name);
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const build = (into: string) => {
  builds += 1;
  mkdirSync(path.join(into, "get-health"), { recursive: true });
  writeFileSync(path.join(into, "get-health/index.mjs"), `build ${builds}`);
};
/** Bundles into a new output folder and returns the bundle. */
const run = (platform = "linux-x64") => {
  const output = at(`output-${++runs}`);
  bundleOnce(root, output, platform, build);
  return readFileSync(path.join(output, "get-health/index.mjs"), "utf8");
};
const cached = () => readdirSync(at("node_modules/.cache/wildlife-bundles"));

beforeEach(() => {
  root = mkdtempSync(path.join(folder, "project-"));
  builds = 0;
  runs = 0;
  write("functions/get-health/handler.ts", "ok");
  write("shared/domain/wire/fault.ts", "fault");
  write("package.json", "{}");
  write("node_modules/.package-lock.json", "{}");
});

test("bundles are built once while the files stay the same", () => {
  expect([run(), run(), run()]).toEqual(["build 1", "build 1", "build 1"]);
  expect(cached()).toHaveLength(1);
});

test.each<[string, () => void]>([
  ["a file changes", () => write("shared/domain/wire/fault.ts", "fauls")],
  ["a file is added", () => write("web/new.ts", "")],
  ["a file is deleted", () => rmSync(at("shared/domain/wire/fault.ts"))],
  ["a file is renamed", () => renameSync(at("shared/domain/wire/fault.ts"), at("shared/domain/error.ts"))],
  [
    "text moves to another file",
    () => {
      write("functions/get-health/handler.ts", "");
      write("shared/domain/wire/fault.ts", "okfault");
    },
  ],
  ["other packages are installed", () => write("node_modules/.package-lock.json", "{1}")],
])("bundles are built again when %s", (_, change) => {
  run();
  change();
  expect([run(), run()]).toEqual(["build 2", "build 2"]);
});

test("each platform has its own cached bundles, which changes in an output folder do not affect", () => {
  run();
  expect(run("darwin-arm64")).toBe("build 2");
  writeFileSync(at("output-1/get-health/index.mjs"), "changed");
  expect(run()).toBe("build 1");
});

test("new bundles replace all files of an output folder", () => {
  const output = at("output");
  for (let i = 0; i < 2; i++) {
    write("output/get-health/old.mjs", "");
    bundleOnce(root, output, "linux-x64", build);
    expect(readdirSync(path.join(output, "get-health"))).toEqual(["index.mjs"]);
  }
});

test("two processes can build the same bundles at the same time", () => {
  const buildTwice = (into: string) => {
    bundleOnce(root, at("other"), "linux-x64", build);
    build(into);
  };
  bundleOnce(root, at("output"), "linux-x64", buildTwice);
  expect(cached()).toHaveLength(1);
  expect(readFileSync(at("output/get-health/index.mjs"), "utf8")).toBe("build 1");
});

test("a failed build leaves no files in the cache", () => {
  const fail = () => {
    throw new Error("a syntax error");
  };
  expect(() => bundleOnce(root, at("output"), "linux-x64", fail)).toThrow("a syntax error");
  expect(cached()).toEqual([]);
  expect(run()).toBe("build 1");
});

test("a build removes bundles that have been unused for a day", () => {
  run();
  const [old = ""] = cached();
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const age = (hours: number) =>
    utimesSync(at(`node_modules/.cache/wildlife-bundles/${old}`), before(hours), before(hours));
  age(25);
  // This run uses the old bundles, so their day starts again.
  run();
  write("web/new.ts", "1");
  run();
  expect(cached()).toContain(old);
  age(25);
  write("web/new.ts", "2");
  run();
  expect(cached()).not.toContain(old);
});

test("bundles are built each time if npm's list of installed packages is missing", () => {
  rmSync(at("node_modules/.package-lock.json"));
  expect([run(), run()]).toEqual(["build 1", "build 2"]);
  expect(existsSync(at("node_modules/.cache"))).toBe(false);
});
