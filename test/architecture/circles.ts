/** Finds import cycles, at least one if any exist. Each is a path from a file back to itself: a, b, c, a. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    const start = way.indexOf(file);
    if (start !== -1) circles.push([...way.slice(start), file]);
    if (done.has(file)) return;
    done.add(file);
    for (const target of imports.get(file) ?? []) visit(target, [...way, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
