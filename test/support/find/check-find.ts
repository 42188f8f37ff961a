import { expect } from "vitest";
import type { Api } from "../api/api.ts";
import { below, seededRandom } from "../seeded-random.ts";
import { bruteForce, type Label, type World } from "./brute-force.ts";
import { queryOf, randomFind } from "./random-find.ts";

/** Compares the lists for random combinations of filters, orders and pages with a brute-force search. */
export async function checkFind(api: Api, token: string, combinations: number, seed: number): Promise<World> {
  const world = await readWorld(api, token);
  const random = seededRandom(seed);
  let found = 0;
  for (let i = 0; i < combinations; i++) {
    const find = randomFind(world, random);
    const expected = bruteForce(world, find).map(({ id }) => id);
    const limit = 1 + below(random, 100);
    // Lists by time accept an offset of at most 10,000.
    const offset = Math.min(below(random, 4) * below(random, expected.length + 2), 10_000);
    const query = queryOf({ ...find, limit: String(limit), offset: String(offset) });
    const { status, body } = await api.call("GET", `/annotations?${query}`, { token });
    const ids = status === 200 ? body.results.map(({ id }: Label) => id) : body;
    expect([query, ids, body.total]).toEqual([
      query,
      expected.slice(offset, offset + limit),
      expected.length,
    ]);
    if (expected.length > 0) found += 1;
  }
  // If few combinations found a label, the comparison would prove little.
  expect(found).toBeGreaterThan(combinations / 3);
  return world;
}

/** Reads all records that filters can refer to, in pages. */
async function readWorld(api: Api, token: string): Promise<World> {
  const all = async (path: string) => {
    const results: Label[] = [];
    for (let total = 1; results.length < total; ) {
      const { body } = await api.call("GET", `${path}limit=100&offset=${results.length}`, { token });
      total = body.total;
      results.push(...body.results);
      if (body.results.length === 0) break;
    }
    return results;
  };
  const [labels, species, sources, users, me] = await Promise.all([
    all("/annotations?shape=full&"),
    all("/species?"),
    all("/capturesources?"),
    all("/users?"),
    api.call("GET", "/users/me", { token }),
  ]);
  return { labels, species, sources, users, me: me.body.id };
}
