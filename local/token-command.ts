import { defaultDataDir } from "./options.ts";

/** The command line that prints a token for the stack on this data directory. */
export function tokenCommand(dataDir: string): string {
  const command = "npm run -s token -- --email you@example.org --role admin";
  return dataDir === defaultDataDir ? command : `DATA_DIR=${shellQuoted(dataDir)} ${command}`;
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
