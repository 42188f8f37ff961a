import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { runCommand } from "../support/stack/run-command.ts";

const root = path.join(import.meta.dirname, "../..");
const client = path.join(root, "test/typed-client");

const generator = path.join(client, "node_modules/openapi-typescript/bin/cli.js");

/** Each function writes `api.ts`, the types of a description, to a folder. */
const descriptions = {
  "the description": (folder: string) =>
    runCommand(
      [
        ...[process.execPath, generator, path.join(root, "docs/openapi.json")],
        ...["-o", path.join(folder, "api.ts"), "--default-non-nullable=false"],
      ],
      {},
    ),
  // A program that was written with an older client must keep working.
  "the description of version 0.2.0": async (folder: string) => {
    const kept = path.join(client, "0.2.0");
    writeFileSync(path.join(folder, "api.ts"), gunzipSync(readFileSync(path.join(kept, "api.ts.gz"))));
    cpSync(path.join(kept, "tour.ts"), path.join(folder, "tour.ts"));
    return { code: 0 };
  },
};

test("client/paths.d.ts is up to date with the description", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "typed-client-"));
  await descriptions["the description"](folder);
  const read = (file: string) => readFileSync(file, "utf8");
  expect(read(path.join(folder, "api.ts")), "Run `npm run openapi`.").toBe(
    read(path.join(root, "client/paths.d.ts")),
  );
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(descriptions))("a client that is generated from %s", (_, makeTypes) => {
  const project = mkdtempSync(path.join(tmpdir(), "typed-client-"));
  const at = (file: string) => path.join(project, file);

  beforeAll(async () => {
    symlinkSync(path.join(root, "node_modules"), at("node_modules"));
    cpSync(path.join(client, "tour.ts"), at("tour.ts"));
    writeFileSync(at("package.json"), '{ "type": "module" }');
    writeFileSync(
      at("tsconfig.json"),
      JSON.stringify({
        extends: path.join(root, "tsconfig.json"),
        compilerOptions: { typeRoots: [path.join(root, "node_modules/@types")], skipLibCheck: false },
        include: ["tour.ts"],
      }),
    );
    expect(await makeTypes(project)).toMatchObject({ code: 0 });
  });

  afterAll(() => rmSync(project, { recursive: true }));

  test("compiles, and its types reject requests that are not described", async () => {
    const compiled = await runCommand([path.join(root, "node_modules/.bin/tsc"), "-p", project], {});
    expect(compiled).toMatchObject({ code: 0, stdout: "" });
  });

  test("completes the tour", async () => {
    const api = openApi();
    const { token } = await api.userWith("curator");
    await api.call("GET", "/users/me", { token });
    const { origin } = inject("service");
    const toured = await runCommand([process.execPath, at("tour.ts"), origin, token], {});
    expect(toured).toMatchObject({ code: 0 });
    expect(JSON.parse(toured.stdout)).toEqual({
      voters: [1],
      found: ["drinking"],
      total: 1,
      streams: [[true, "2026-03-02T16:10:00.000Z"]],
      batched: 200,
      confirmed: "one",
      byTime: 3,
      counts: [{ review: "unreviewed", count: 1 }],
      exported: 3,
      refused: "not-found",
    });
  });
});
