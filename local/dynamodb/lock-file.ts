import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Locks `<path>.lock` for this process.
 *
 * Node has no file locks, so SQLite locks the file. The operating system releases the lock when the process ends, even
 * by SIGKILL, so no stale lock can remain.
 *
 * @returns a function that releases the lock
 * @throws Error with a sentence for the user when another process holds it
 */
export function lockFile(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(`${path}.lock`);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes("locked")) {
      throw new Error(
        `Another local stack is using ${dirname(path)}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    throw error;
  }
  let held = true;
  return () => {
    if (held) database.close();
    held = false;
  };
}
