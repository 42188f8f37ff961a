import { expect, test } from "vitest";
import { annotationRequests } from "../support/api/annotation-requests.ts";

const { api, admin, annotator, newSpecies, identificationBody, observationBody, create, get, ...requests } =
  await annotationRequests();
const { patch, vote, unvote } = requests;
const [fox, wolf, otter] = [await newSpecies(), await newSpecies(), await newSpecies()];

const named = (name: string, more = {}) => ({ species: name, behaviour: "foraging", ...more });
const label = async (name: string, over = {}): Promise<number> =>
  (await create(observationBody({ observation: named(name), ...over }))).body.id;
const rename = async (id: number, name: string, caller = annotator) =>
  expect((await patch(id, { observation: named(name) }, caller)).status).toBe(200);
/** Returns a pair for each species that has votes: its id and its number of voters. */
const votesOf = async (id: number): Promise<readonly (readonly [number, number])[]> =>
  (await get(id)).body.identifications.map(
    (each: { species: { id: number }; identified_by: readonly unknown[] }) => [
      each.species.id,
      each.identified_by.length,
    ],
  );

test("a species name that the author corrects becomes a vote, which the response shows", async () => {
  const id = await label(`${fox.scientific_name}x`);
  expect(await votesOf(id)).toEqual([]);
  const patched = await patch(id, { observation: named(fox.scientific_name) });
  expect(patched).toMatchObject({ status: 200, body: { identifications: [{ species: { id: fox.id } }] } });
  expect(await votesOf(id)).toEqual([[fox.id, 1]]);
});

test("the vote for a new name replaces the vote for the old name", async () => {
  const id = await label(fox.common_name);
  await rename(id, wolf.scientific_name);
  expect(await votesOf(id)).toEqual([[wolf.id, 1]]);
  await patch(id, { observation: named(otter.common_name, { common_name: fox.common_name }) });
  expect(await votesOf(id)).toEqual([
    [fox.id, 1],
    [otter.id, 1],
  ]);
  await patch(id, { observation: { behaviour: "resting" } });
  expect(await votesOf(id)).toEqual([]);
});

test("a vote that the author added for another species stays when the author changes the name", async () => {
  const id = await label(fox.common_name);
  await vote(id, otter.id);
  await rename(id, wolf.common_name);
  expect(await votesOf(id)).toEqual([
    [wolf.id, 1],
    [otter.id, 1],
  ]);
});

test("votes of other users stay when the author changes the name", async () => {
  const id = await label(fox.common_name);
  await vote(id, fox.id, admin);
  await rename(id, wolf.common_name);
  expect(await votesOf(id)).toEqual([
    [fox.id, 1],
    [wolf.id, 1],
  ]);
});

test("another user's change of the observation changes no vote", async () => {
  const id = await label(fox.common_name);
  await rename(id, wolf.common_name, await api.userWith("curator"));
  expect(await votesOf(id)).toEqual([[fox.id, 1]]);
});

test("a vote that the author removed stays removed while the names stay the same", async () => {
  const id = await label(fox.common_name);
  await unvote(id, fox.id);
  await patch(id, { observation: named(fox.common_name, { behaviour: "resting" }) });
  expect(await votesOf(id)).toEqual([]);
});

test("a change of other fields changes no vote", async () => {
  const id = await label(fox.common_name);
  await unvote(id, fox.id);
  await patch(id, { observer: "Chi Nguyen" });
  expect(await votesOf(id)).toEqual([]);
});

test("a name that two species share adds no vote", async () => {
  const shared = crypto.randomUUID();
  await newSpecies(shared);
  await newSpecies(shared);
  const id = await label(fox.common_name);
  await rename(id, shared);
  expect(await votesOf(id)).toEqual([]);
});

test("a name also becomes a vote if the label was sent in the identification shape", async () => {
  const { id } = (await create(identificationBody({ identification: undefined }))).body;
  await rename(id, fox.common_name);
  expect(await votesOf(id)).toEqual([[fox.id, 1]]);
});

test("a machine's label has no vote until it becomes a person's label", async () => {
  const id = await label(fox.common_name, { method: "machine" });
  await rename(id, wolf.common_name);
  expect(await votesOf(id)).toEqual([]);
  await patch(id, { method: "human", observation: named(wolf.common_name) });
  expect(await votesOf(id)).toEqual([[wolf.id, 1]]);
  await patch(id, { method: "machine", observation: named(fox.common_name) });
  expect(await votesOf(id)).toEqual([]);
});

test("a name that would add a vote for an eleventh species returns 409 and changes nothing", async () => {
  const id = await label("nothing known");
  for (let i = 0; i < 10; i++) await vote(id, (await newSpecies()).id, admin);
  expect((await patch(id, { observation: named(fox.common_name) })).status).toBe(409);
  expect((await get(id, "observation")).body.observation.species).toBe("nothing known");
});
