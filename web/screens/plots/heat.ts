type Row = { readonly species?: number; readonly capturesource?: number; readonly count: number };

/** A table of counts: species as rows, cameras as columns. Species and cameras with the most labels come first. */
export type Heat = {
  readonly species: readonly number[];
  readonly cameras: readonly number[];
  readonly max: number;
  readonly countOf: (species: number, camera: number) => number;
};

export function heatOf(rows: readonly Row[]): Heat {
  const cells = new Map<string, number>();
  const [ofSpecies, ofCamera] = [new Map<number, number>(), new Map<number, number>()];
  for (const { species, capturesource, count } of rows) {
    if (species === undefined || capturesource === undefined) continue;
    cells.set(`${species} ${capturesource}`, count);
    ofSpecies.set(species, (ofSpecies.get(species) ?? 0) + count);
    ofCamera.set(capturesource, (ofCamera.get(capturesource) ?? 0) + count);
  }
  return {
    species: mostFirst(ofSpecies),
    cameras: mostFirst(ofCamera),
    max: Math.max(0, ...cells.values()),
    countOf: (species, camera) => cells.get(`${species} ${camera}`) ?? 0,
  };
}

function mostFirst(counts: ReadonlyMap<number, number>): readonly number[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([id]) => id);
}
