/**
 * A path or an address as it is compared: a space in it may be written as `%20`, and a letter with an accent as one
 * character or as two.
 */
export function comparable(path: string): string {
  return decoded(path).normalize("NFC");
}

/** Whether a path ends with another one, in whole parts. Both are comparable. */
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
