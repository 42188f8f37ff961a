import { chmodSync, globSync, lstatSync, mkdirSync } from "node:fs";
import path from "node:path";

/** What the stack writes into its data directory. A user may keep other files there. */
const ownFiles = [
  "assemblies",
  "dynamodb.sqlite*",
  "oidc-key.pem*",
  "running.json*",
  "s3",
  "s3/**",
  "seeded",
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

/** Removes the permissions of the group and of others. */
function close(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // A symbolic link has no permissions of its own.
  if (found === undefined || found.isSymbolicLink() || found.uid !== process.getuid?.()) return;
  if ((found.mode & 0o077) !== 0) chmodSync(file, found.mode & 0o700);
}
