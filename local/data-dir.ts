import { randomBytes } from "node:crypto";
import {
  chmodSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** Patterns of the stack's own files in its data directory. A user may keep other files there. */
const ownFiles = [
  "assemblies",
  "dynamodb.sqlite*",
  "functions-tmp",
  "oidc-key.pem*",
  "running.json*",
  "s3",
  "s3/**",
  "seeded",
  "stack-id*",
  "stack.lock*",
];

/**
 * Creates the data directory, or changes the permissions of an existing one: only the owner can open the folder and
 * the stack's files in it. Leaves files of other users unchanged.
 */
export function openDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const file of [".", ...globSync(ownFiles, { cwd: dataDir })]) close(path.join(dataDir, file));
}

/**
 * Creates an empty folder for the functions' temporary files. Removes files that are left from a stack that was killed.
 * @returns its path
 */
export function emptyTemporaryFolder(dataDir: string): string {
  const folder = path.join(dataDir, "functions-tmp");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Removes the permissions of the group and of others. */
function close(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // A symbolic link has no permissions of its own.
  if (found === undefined || found.isSymbolicLink() || found.uid !== process.getuid?.()) return;
  if ((found.mode & 0o077) !== 0) chmodSync(file, found.mode & 0o700);
}

/** Returns the id of this data directory: 16 hexadecimal digits in a file, which the first call writes. */
export function dataDirId(dataDir: string): string {
  const file = path.join(dataDir, "stack-id");
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    // A rename is atomic: if the process is killed here, no half-written id is left.
    writeFileSync(`${file}.new`, randomBytes(8).toString("hex"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const id = readFileSync(file, "utf8").trim();
  if (/^[0-9a-f]{16}$/.test(id)) return id;
  throw new Error(
    `The file ${file} must contain 16 hexadecimal digits. Restore the file, or delete it to start with empty data.`,
  );
}
