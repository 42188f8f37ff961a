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

/** What the stack writes into its data directory. A user may keep other files there. */
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
 * Creates the data directory, or closes an existing one: only its owner can open the folder and the stack's files in
 * it. Leaves alone what belongs to another user.
 */
export function openDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const file of [".", ...globSync(ownFiles, { cwd: dataDir })]) close(path.join(dataDir, file));
}

/**
 * Creates the folder for the functions' temporary files, and removes what an earlier stack that was killed left in it.
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

/** Returns 16 hexadecimal digits that name this data directory wherever it is moved. The first call writes them. */
export function dataDirId(dataDir: string): string {
  const file = path.join(dataDir, "stack-id");
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    // Renamed into place, so that a start that is killed here leaves no half-written id.
    writeFileSync(`${file}.new`, randomBytes(8).toString("hex"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const id = readFileSync(file, "utf8").trim();
  if (/^[0-9a-f]{16}$/.test(id)) return id;
  throw new Error(
    `The file ${file} must contain 16 hexadecimal digits. Restore it, or delete it to start empty.`,
  );
}
