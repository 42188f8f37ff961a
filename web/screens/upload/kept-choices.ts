/** What was said of a file whose upload began. With it the same file goes on after the tab was closed. */
type Kept = { readonly camera: number; readonly startMs: number };

/** A browser keeps about 5 MB for a site. */
const maxKept = 1000;

/** A file as it is recognised when it is chosen again. */
type Recognised = Pick<File, "name" | "size" | "lastModified">;

export function keepChoice(file: Recognised, { camera, startMs }: Kept): void {
  if (localStorage.length >= maxKept) return;
  try {
    localStorage.setItem(keyOf(file), `${camera} ${startMs}`);
  } catch {
    // Without storage the person says it again.
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
