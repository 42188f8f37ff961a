type Page<T> = { readonly results: readonly T[]; readonly total: number };

/** Maximum page size of the service. */
const pageSize = 100;

/** Reads a whole list, page by page. */
export async function allPages<T>(
  pageAt: (query: { readonly limit: number; readonly offset: number }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const { results, total } = await pageAt({ limit: pageSize, offset: all.length });
    all.push(...results);
    if (results.length === 0 || all.length >= total) return all;
  }
}

/** Reads a whole list of records into a map by id. */
export async function allById<T extends { readonly id: number }>(
  pageAt: Parameters<typeof allPages<T>>[0],
): Promise<ReadonlyMap<number, T>> {
  return new Map((await allPages(pageAt)).map((record) => [record.id, record]));
}
