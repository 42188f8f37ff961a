/** Reads a text that this browser keeps. Returns `null` without it, or without storage. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value as JSON in this browser. @returns `false` without storage: the value then lasts until the page is closed */
export function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
