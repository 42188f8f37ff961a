import { describe, expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, admin, newSource, newStream, newSpecies, observationBody, create, vote, ids, list } =
  await annotationRequests();

/** Returns a random latitude in Antarctica, where no other test has a camera. */
const newLatitude = () => -60 - Math.round(Math.random() * 10_000_000) / 1e6;

/** Creates a camera at a location, with a stream and one annotation. */
async function seenAt(location: string, over = {}): Promise<{ source: number; stream: number; id: number }> {
  const source = await newSource(location);
  const stream = await newStream(source);
  return { source, stream, id: (await create(observationBody({ videostreamId: stream, ...over }))).body.id };
}

const get = (query: string) => api.call("GET", `/annotations?${query}`, { token: admin.token });

describe("filters by area", () => {
  test("find annotations near a point or in a box, even across the date line, with or without other filters", async () => {
    const latitude = newLatitude();
    const at = (north: number, longitude: number) => `${(latitude + north).toFixed(6)},${longitude}`;
    const west = await seenAt(at(0, 179.99), { observation: { behaviour: "resting" } });
    const east = await seenAt(at(0, -179.99));
    const onLine = await seenAt(at(0.001, 180));
    const far = await seenAt(at(0.1, 179.99));
    const all = [west, east, onLine].map(({ id }) => id);
    const box = (south: number, from: number, north: number, to: number) =>
      `bbox=${at(south, from)},${at(north, to)}`;
    const table: [string, number[]][] = [
      [`near=${at(0, -180)},2`, all],
      [`near=${at(0, 179.99)},0`, [west.id]],
      [`near=${at(0, 179.99)},12`, [...all, far.id]],
      [box(-0.01, 179.9, 0.01, -179.9), all],
      [box(-0.01, 179.9, 0.01, 180), [west.id, onLine.id]],
      [box(-0.01, -180, 0.01, -179.9), [east.id, onLine.id]],
      [box(-0.01, 170, 0.01, 171), []],
      [`near=${at(0, 179.99)},12&${box(0.05, 179, 0.2, 180)}`, [far.id]],
      [`near=${at(0, -180)},2&observation[behaviour]=resting`, [west.id]],
      [`near=${at(0, -180)},2&videostream=${east.stream}&videostream=${far.stream}`, [east.id]],
      [`near=${at(0, -180)},2&capturesource=${far.source}`, []],
    ];
    for (const [query, expected] of table) {
      const { body } = await get(query);
      expect([query, body.results.map(({ id }: { id: number }) => id), body.total]).toEqual([
        query,
        expected,
        expected.length,
      ]);
    }
    // When the location of a camera is corrected, filters find its annotations there. They find nothing for a deleted
    // camera.
    const location = at(0, 179.995);
    await api.call("PATCH", `/capturesources/${far.source}`, { token: admin.token, body: { location } });
    expect(await ids(`near=${at(0, 179.99)},0.3`)).toEqual([west.id, far.id]);
    const empty = await newSource(at(-0.3, 179));
    await api.call("DELETE", `/capturesources/${empty}`, { token: admin.token });
    expect(await ids(`near=${at(-0.3, 179)},1`)).toEqual([]);
  });
});

describe("filters by species or by several values", () => {
  test("find annotations by species ids or by a taxon of the lineage, through their votes and names", async () => {
    const taxon = `Família ${crypto.randomUUID()}`;
    const [fox, wolf, otter] = [await newSpecies(), await newSpecies(), await newSpecies()];
    for (const { id } of [fox, wolf]) {
      const body = { lineage: ["Animalia", taxon] };
      await api.call("PATCH", `/species/${id}`, { token: admin.token, body });
    }
    const { id: voted, stream } = await seenAt("1,2");
    await vote(voted, fox.id);
    const note = async (observation: object) =>
      (await create(observationBody({ videostreamId: stream, observation }))).body.id;
    const noted = await note({ species: wolf.scientific_name });
    const other = await note({ common_name: otter.common_name.toUpperCase(), age: "adult" });
    const here = `videostream=${stream}`;
    const table: [string, number[]][] = [
      [`species=${fox.id}`, [voted]],
      [`species=${wolf.id}&${here}`, [noted]],
      [`species=${otter.id}&species=${fox.id}`, [voted, other]],
      [`species=${otter.id}&species=${otter.id}&observation[age]=adult`, [other]],
      [`species=${fox.id}&name=${otter.common_name}`, []],
      [`species=9007199254740991`, []],
      [`species=9007199254740991&species=${fox.id}`, [voted]],
      [`videostream=9007199254740991`, []],
      [`taxon=${encodeURIComponent(taxon)}`, [voted, noted]],
      [`taxon=${encodeURIComponent(taxon.toUpperCase().replace("Í", "i"))}&species=${wolf.id}`, [noted]],
      [`taxon=${encodeURIComponent(taxon.slice(0, -1))}`, []],
    ];
    for (const [query, expected] of table) expect([query, await ids(query)]).toEqual([query, expected]);
    // After a change of taxonomy, only the species must be changed, not its annotations.
    const body = { lineage: null };
    await api.call("PATCH", `/species/${fox.id}`, { token: admin.token, body });
    expect(await ids(`taxon=${encodeURIComponent(taxon)}`)).toEqual([noted]);
  });

  test("keep every value of a repeated parameter in page links", async () => {
    const { stream, id } = await seenAt("1,2");
    const second = await seenAt("1,2");
    const query = `videostream=${stream}&videostream=${second.stream}&limit=1`;
    expect(await list(query)).toMatchObject({ total: 2, results: [{ id }] });
    const link = (await get(query)).headers.get("link") ?? "";
    const next = /<([^>]*)>; rel="next"/.exec(link)?.[1] ?? "";
    expect(next).toContain(`videostream=${stream}&videostream=${second.stream}`);
    const { body } = await get(next.split("?")[1] ?? "");
    expect(body.results.map((each: { id: number }) => each.id)).toEqual([second.id]);
  });
});
