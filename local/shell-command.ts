import { defaultDataDir } from "./options.ts";

/** Returns the command line that prints a token for the stack on this data directory. */
export function tokenCommand(dataDir: string): string {
  return withDataDir(dataDir, "npm run -s token -- --email you@example.org --role admin");
}

/** Returns the command line with DATA_DIR in front, unless the data directory is the default one. */
export function withDataDir(dataDir: string, command: string): string {
  return dataDir === defaultDataDir ? command : `DATA_DIR=${shellQuoted(dataDir)} ${command}`;
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
