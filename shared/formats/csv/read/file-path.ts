/**
 * Normalises a path or an address for comparison: a space may be written as `%20`, and a letter with an accent as one
 * character or as two.
 */
export function comparable(path: string): string {
  return decoded(path).normalize("NFC");
}

/** Returns true if the last parts of a path are those of another one. Both must be normalised by `comparable`. */
export function endsWith(path: string, end: string): boolean {
  return `/${path}`.endsWith(`/${end}`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
