import { expect, test } from "vitest";
import { speciesFilters } from "../../../../shared/store/species/filters.ts";

const fox = { id: 2, names: ["red fox", "vulpes vulpes"] };
const otter = { id: 1, names: ["eurasian otter", "lutra lutra"] };

const lookups = (ofTaxon: readonly number[] = []) => ({
  speciesNamed: async (name: string) => [fox, otter].filter(({ names }) => names.includes(name)),
  speciesWithIds: async (ids: readonly number[]) => [fox, otter].filter(({ id }) => ids.includes(id)),
  speciesOfTaxon: async (_: string, limit: number) => ({
    ids: ofTaxon.slice(0, limit),
    total: ofTaxon.length,
  }),
});

const terms = ({ id, names }: typeof fox) => [["sp", id], ...names.map((name) => ["nm", name])];

test("several ids of species form one filter, which any of these species passes", async () => {
  expect(await speciesFilters({ species: [2, 1, 2] }, lookups())).toEqual([
    expect.arrayContaining([...terms(fox), ...terms(otter)]),
  ]);
});

test("an unknown species and an unknown taxon match nothing", async () => {
  expect(await speciesFilters({ species: [99], taxon: "Plantae" }, lookups())).toEqual([[], []]);
});

test("name, species and taxon are separate filters", async () => {
  const filters = await speciesFilters({ name: "Fox", species: [2], taxon: "Canidae" }, lookups([2]));
  expect(filters).toEqual([[["nm", "fox"]], terms(fox), terms(fox)]);
});

test("a filter by taxon may have 100 species, and is refused with advice for 101", async () => {
  const ids = Array.from({ length: 101 }, (_, i) => i + 1);
  expect(await speciesFilters({ taxon: "Animalia" }, lookups(ids.slice(1)))).toHaveLength(1);
  await expect(speciesFilters({ taxon: "Animalia" }, lookups(ids))).rejects.toMatchObject({
    code: "invalid-request",
    errors: [
      {
        field: "/taxon",
        detail:
          "`taxon` must have at most 100 species, but this one has 101: choose a taxon below it, such as an order or a family.",
      },
    ],
  });
});
