import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dataDirId, emptyTemporaryFolder, openDataDir } from "../../local/data-dir.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "data-dir-"));
  dataDir = path.join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string) => statSync(path.join(dataDir, file)).mode & 0o777;
/** Writes a file that everyone can read. */
const write = (file: string, mode = 0o644) => {
  writeFileSync(path.join(dataDir, file), "");
  chmodSync(path.join(dataDir, file), mode);
};

test("creates a folder that only its owner can open", () => {
  openDataDir(dataDir);
  expect(modeOf(".")).toBe(0o700);
});

test("gives only the owner access to an existing folder and the stack's files in it", () => {
  mkdirSync(path.join(dataDir, "s3/blobs"), { recursive: true, mode: 0o755 });
  const files = ["dynamodb.sqlite", "dynamodb.sqlite-wal", "dynamodb.sqlite.lock", "s3/blobs/a", "seeded"];
  for (const file of files) write(file);
  openDataDir(dataDir);
  expect(files.map(modeOf)).toEqual(files.map(() => 0o600));
  expect([".", "s3", "s3/blobs"].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
});

test("does not change the modes of other files in the folder or of a link's target", () => {
  mkdirSync(dataDir);
  write("notes.txt");
  symlinkSync("notes.txt", path.join(dataDir, "seeded"));
  openDataDir(dataDir);
  expect(modeOf("notes.txt")).toBe(0o644);
});

test("gives each folder an id that does not change", () => {
  openDataDir(dataDir);
  const id = dataDirId(dataDir);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(dataDirId(dataDir)).toBe(id);
  const other = path.join(folder, "other");
  openDataDir(other);
  expect(dataDirId(other)).not.toBe(id);
});

test("rejects an id that is not 16 hexadecimal digits", () => {
  mkdirSync(dataDir);
  write("stack-id");
  expect(() => dataDirId(dataDir)).toThrow("must contain 16 hexadecimal digits");
});

test("empties the folder for temporary files", () => {
  openDataDir(dataDir);
  const temporary = emptyTemporaryFolder(dataDir);
  mkdirSync(path.join(temporary, "left"));
  writeFileSync(path.join(temporary, "left/file"), "");
  expect(emptyTemporaryFolder(dataDir)).toBe(temporary);
  expect(readdirSync(temporary)).toEqual([]);
  expect(modeOf("functions-tmp")).toBe(0o700);
});
