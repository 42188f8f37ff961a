/**
 * The person's choices for a file whose upload has begun. With them, the upload of the file continues after the tab was
 * closed.
 */
type Kept = { readonly camera: number; readonly startMs: number };

/** Maximum number of files. A browser stores about 5 MB for a site. */
const maxKept = 1000;

/** The properties that identify a file when it is chosen again. */
type Recognised = Pick<File, "name" | "size" | "lastModified">;

export function keepChoice(file: Recognised, { camera, startMs }: Kept): void {
  if (localStorage.length >= maxKept) return;
  try {
    localStorage.setItem(keyOf(file), `${camera} ${startMs}`);
  } catch {
    // Without storage, the person must choose again.
  }
}

export function keptChoice(file: Recognised): Kept | undefined {
  const [, camera, startMs] = /^(\d+) (\d+)$/.exec(localStorage.getItem(keyOf(file)) ?? "") ?? [];
  return camera === undefined ? undefined : { camera: Number(camera), startMs: Number(startMs) };
}

export function forgetChoice(file: Recognised): void {
  localStorage.removeItem(keyOf(file));
}

function keyOf({ name, size, lastModified }: Recognised): string {
  return `upload ${size} ${lastModified} ${name}`;
}
