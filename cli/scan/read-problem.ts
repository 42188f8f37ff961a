/** Meaning of each error code of the operating system. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "your account has no permission to read it",
  EPERM: "your account has no permission to read it",
  ENOENT: "it is no longer there",
  EIO: "the disk or card is damaged. Copy what is left of it to another disk",
  ENAMETOOLONG: "its path is too long",
};

/** Reason why a file or folder cannot be read, as a sentence. */
export function readProblem(name: string, error: unknown): string {
  // Node replaces bytes that are not UTF-8, and then finds no file of that name.
  if (name.includes("\ufffd")) return "It cannot be read: its name is not valid Unicode. Rename it.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  return `It cannot be read: ${meanings[code] ?? message}.`;
}
