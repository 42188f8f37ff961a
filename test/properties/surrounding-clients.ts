import { createSpecies } from "../../functions/create-species/create-species.ts";
import { updateSpecies } from "../../functions/update-species/update-species.ts";
import { deleteRecord } from "../../shared/serve/delete-record.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { ownerOfScientificName, speciesWriter } from "../../shared/store/species/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { Table } from "../../shared/table/table.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import { bucketItems, putAll } from "../support/dynamo/bulk.ts";
import { plainSource, plainSpecies, plainStream } from "../support/plain-records.ts";
import { below, oneOf, type Random } from "../support/seeded-random.ts";
import { type Client, outcomeOf, retryUnavailable } from "./run-clients.ts";
import { requests } from "./stream-requests.ts";

/** Ids of the records that annotations refer to, including deleted records. */
export type KnownSurroundings = {
  readonly sources: number[];
  readonly streams: number[];
  readonly species: number[];
  readonly deletedStreams: Set<number>;
  readonly deletedSpecies: Set<number>;
  /** Number of corrected starts and time zones. */
  corrections: number;
};

/** There are few names, so that species share them. */
export const names = ["Roe deer", "roe  DEER", "Capreolus", "Fox", "Vulpes", "Elch"];
/** Some of these places are on both sides of the date line. */
export const places = ["0,0", "1,1", "2,2", "0,180", "-0.5,-179.5"];
/** Starts of streams, around a turn of the year and a change of daylight saving. */
export const starts = [
  Date.UTC(2025, 11, 31, 23, 30),
  Date.UTC(2026, 2, 29, 1, 30),
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 0, 1, 10),
] as const;
const timeZones = ["Europe/Brussels", "Asia/Kathmandu", "+14:00", "-11:00", null] as const;
export const taxa = ["Mammalia", "Carnivora", "Cervidae"];

/** Creates sources with one stream each, and some species. */
export async function firstSurroundings(table: Table): Promise<KnownSurroundings> {
  const known: KnownSurroundings = {
    sources: [],
    streams: [],
    species: [],
    deletedStreams: new Set(),
    deletedSpecies: new Set(),
    corrections: 0,
  };
  await putAll(table, bucketItems([]));
  for (let i = 0; i < 5; i++) {
    const source = {
      name: "",
      location: places[i % 3] ?? "",
      cameraHardware: "",
      ...plainSource,
    };
    const made = await captureSourceWriter(table).create(source, undefined);
    if (typeof made === "object") known.sources.push(made.id);
    await createStream(table, `first ${i}`, made === "site-id-taken" ? 0 : made.id, known);
    const species = {
      commonName: names[i] ?? "",
      scientificName: `${i}`,
      ...plainSpecies,
    };
    const added = await speciesWriter(table).create(species, undefined);
    if (typeof added === "object") known.species.push(added.id);
  }
  return known;
}

/** Sends one random request about records that annotations refer to. */
export async function operateSurroundings(client: Client, known: KnownSurroundings): Promise<void> {
  const { table, random, operation } = client;
  const species = oneOf(random, known.species);
  const newest = known.species.at(-1);
  const stream = oneOf(random, known.streams.slice(-3));
  const draw = below(random, 9);
  if (draw === 0) await createStream(table, operation, oneOf(random, known.sources), known);
  else if (draw === 1 && stream !== undefined) await deleteStream(table, stream, known);
  else if (draw === 2) await moveSource(table, oneOf(random, known.sources), oneOf(random, places));
  else if (draw === 7) await correctStart(client, oneOf(random, known.streams), known);
  else if (draw === 8) await correctZone(client, oneOf(random, known.sources), known);
  else if (draw <= 4 || species === undefined) await addSpecies(client, known);
  else if (draw === 5) await renameSpecies(table, random, species);
  else if (newest !== undefined) await removeSpecies(table, oneOf(random, [newest, species]), known);
}

async function createStream(
  table: Table,
  operation: string,
  source: number,
  { streams }: KnownSurroundings,
): Promise<void> {
  const stream = {
    source,
    url: "https://example.org/a",
    startMs: starts[0],
    endMs: starts[1] + 2 * 3_600_000,
    ...plainStream,
  };
  const idempotency = { digest: operation, bodyHash: "" };
  const made = await retryUnavailable(() => videoStreamWriter(table).create(async () => stream, idempotency));
  if (typeof made === "object") streams.push(made.id);
}

async function deleteStream(table: Table, id: number, known: KnownSurroundings): Promise<void> {
  const outcome = await retryUnavailable(() =>
    retryChanged(async () => {
      const stream = await videoStreamById(table)(id);
      return stream ? videoStreamWriter(table).delete(stream) : "deleted";
    }),
  );
  if (outcome === "deleted") known.deletedStreams.add(id);
}

/** Corrects the location of a source. */
export async function moveSource(table: Table, id: number, location: string): Promise<void> {
  await retryUnavailable(() =>
    retryChanged(async () => {
      const source = await captureSourceById(table)(id);
      return source ? captureSourceWriter(table).update(source, { ...source, location }) : "deleted";
    }),
  );
}

/** Corrects the start of a stream, and carries the correction over within the time of a request. */
async function correctStart(
  { table, random }: Client,
  id: number | undefined,
  known: KnownSurroundings,
): Promise<void> {
  if (id === undefined) return;
  const body = { startTime: oneOf(random, starts) };
  const answer = await outcomeOf(() => requests(table).update({ params: { id }, body, ifMatch: undefined }));
  if (typeof answer === "object") known.corrections += 1;
}

async function correctZone({ table, random }: Client, id: number, known: KnownSurroundings): Promise<void> {
  const body = { time_zone: oneOf(random, timeZones) };
  const answer = await outcomeOf(() =>
    requests(table).updateSource({ params: { id }, body, ifMatch: undefined }),
  );
  if (typeof answer === "object") known.corrections += 1;
}

/** Adds a species. Sometimes deletes it at once: a species that others use mostly has votes, and stays. */
async function addSpecies({ table, random, operation }: Client, known: KnownSurroundings): Promise<void> {
  const onlyBriefly = random() < 0.7;
  const lineage = taxa.filter(() => random() < 0.5);
  const body = { ...randomNames(random), images: [], external_taxon_id: randomTaxon(random), lineage };
  const idempotency = { digest: operation, bodyHash: "" };
  const answer = await outcomeOf(() => speciesRequests(table).create({ body, idempotency }));
  if (typeof answer !== "object") return;
  known.species.push(answer.body.id);
  if (onlyBriefly) await removeSpecies(table, answer.body.id, known);
}

async function renameSpecies(table: Table, random: Random, id: number): Promise<void> {
  const lineage = random() < 0.5 ? null : taxa.filter(() => random() < 0.5);
  const body = { ...randomNames(random), external_taxon_id: randomTaxon(random) ?? null, lineage };
  await outcomeOf(() => speciesRequests(table).update({ params: { id }, body, ifMatch: undefined }));
}

async function removeSpecies(table: Table, id: number, known: KnownSurroundings): Promise<void> {
  const answer = await outcomeOf(() => speciesRequests(table).drop({ params: { id }, ifMatch: undefined }));
  if (answer === "conflict") return;
  known.deletedSpecies.add(id);
  // While few species exist, the deleted one stays in the list, so that clients also vote for a deleted species.
  if (known.species.length > 8) known.species.splice(known.species.indexOf(id), 1);
}

function speciesRequests(table: Table) {
  const deps = {
    findSpecies: speciesById(table),
    ownerOfName: ownerOfScientificName(table),
    species: speciesWriter(table),
  };
  const drop = deleteRecord("species", {
    find: deps.findSpecies,
    views: (species) => [viewSpecies(species)],
    remove: deps.species.delete,
  });
  return { create: createSpecies(deps), update: updateSpecies(deps), drop };
}

function randomNames(random: Random) {
  return { common_name: oneOf(random, names), scientific_name: oneOf(random, names) };
}

function randomTaxon(random: Random): number | undefined {
  return random() < 0.5 ? undefined : 1 + below(random, 6);
}
