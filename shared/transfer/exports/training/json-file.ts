/** The items of a list, in groups. */
type List = AsyncIterable<readonly object[]> | Iterable<readonly object[]>;

/** Yields a JSON object whose lists are never in memory as a whole. */
export async function* jsonFile(
  head: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, List>>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(head).slice(0, -1));
  for (const [name, list] of Object.entries(lists)) {
    yield Buffer.from(`,${JSON.stringify(name)}:[`);
    let separator = "\n";
    for await (const items of list) {
      if (items.length === 0) continue;
      yield Buffer.from(separator + items.map((item) => JSON.stringify(item)).join(",\n"));
      separator = ",\n";
    }
    yield Buffer.from("]");
  }
  yield Buffer.from("}\n");
}
