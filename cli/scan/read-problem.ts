/** What the codes of the system mean. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "your account may not read it",
  EPERM: "your account may not read it",
  ENOENT: "it is no longer there",
  EIO: "the disk or card cannot read it. Copy what is left of it to another disk",
  ENAMETOOLONG: "its path is too long",
};

/** Why a file or folder cannot be read, in a sentence. */
export function readProblem(name: string, error: unknown): string {
  // Node replaces bytes that are not UTF-8, and then finds no file of that name.
  if (name.includes("\ufffd")) return "It cannot be read: its name is not valid Unicode. Rename it.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  return `It cannot be read: ${meanings[code] ?? message}.`;
}
