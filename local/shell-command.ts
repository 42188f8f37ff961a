import { defaultDataDir } from "./options.ts";

/** The command line that prints a token for the stack on this data directory. */
export function tokenCommand(dataDir: string): string {
  return withDataDir(dataDir, "npm run -s token -- --email you@example.org --role admin");
}

/** A command line that repeats DATA_DIR, if it is not the default. */
export function withDataDir(dataDir: string, command: string): string {
  return dataDir === defaultDataDir ? command : `DATA_DIR=${shellQuoted(dataDir)} ${command}`;
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
