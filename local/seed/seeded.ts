import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Returns true if the demonstration was added to this data directory. */
export function isSeeded(dataDir: string): boolean {
  return existsSync(marker(dataDir));
}

export function markSeeded(dataDir: string, summary: string): void {
  writeFileSync(marker(dataDir), `${summary}\n`);
}

function marker(dataDir: string): string {
  return path.join(dataDir, "seeded");
}
