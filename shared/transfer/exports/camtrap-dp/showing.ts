import type { Dataset } from "../../../domain/dataset/dataset.ts";
import type { ExportJob } from "../../../domain/job/export-job.ts";
import { displayNameKey } from "../../../domain/person/display-name.ts";
import { emailKey } from "../../../domain/person/email.ts";
import { nameKey } from "../../../domain/species/name-key.ts";
import { needPackageIds } from "../../../formats/camtrap-dp/write/ids.ts";
import type { Exporting, SpeciesRecord } from "../../../formats/camtrap-dp/write/records.ts";
import { datasets } from "../../../store/dataset/datasets.ts";
import { ownSecret } from "../../../store/own-secret.ts";
import { UserItem } from "../../../store/person/user-item.ts";
import { CaptureSourceItem } from "../../../store/source/item.ts";
import { SpeciesItem } from "../../../store/species/item.ts";
import { keys } from "../../../table/schema.ts";
import type { Table } from "../../../table/table.ts";
import type { Stored } from "../format.ts";
import { everyRecord } from "../read-records.ts";
import type { SensitivePlaces } from "../sensitive-places.ts";
import { streamsWithPeople } from "../streams-with-people.ts";
import { sourceRecord, speciesRecord } from "./records.ts";

/** Values that must be the same for all pieces and all workers of an export. */
type Agreed = {
  readonly dataset: Dataset;
  readonly packageIds: boolean;
  /** The id of the newest source that `packageIds` considers. */
  readonly newestSource: number;
  /** True if the package may call any file public. */
  readonly mayBePublic: boolean;
};

/**
 * Reads the data that a package needs in addition to its annotations: the dataset, all names of species and users, and
 * the service's own secret. `newestSource` is the id of the newest source at that time.
 */
export async function openShowing(
  table: Table,
  { createdMs, options }: ExportJob,
  once: Stored["once"],
  { places, elsewhere }: SensitivePlaces,
): Promise<{ readonly exporting: Exporting; readonly newestSource: number }> {
  const { coordinates } = options;
  const by = { coordinates, sensitivityAt: (location: string) => places[location] ?? elsewhere };
  const agreed: Agreed = JSON.parse(
    await once("agreed.json", async () => {
      const stored = await datasets(table).find();
      if (stored === undefined) throw new Error("The dataset is missing");
      const sources = await everyRecord(table, "capturesource", keys.captureSource, CaptureSourceItem);
      const { dataset } = stored;
      return JSON.stringify({
        dataset,
        packageIds: needPackageIds(sources.map(sourceRecord), by),
        newestSource: sources.reduce((newest, { id }) => Math.max(newest, id), 0),
        // An imported package says itself which of its files are public.
        mayBePublic: dataset.media_public || sources.some(({ importId }) => importId !== undefined),
      } satisfies Agreed);
    }),
  );
  const [secret, species, users] = await Promise.all([
    ownSecret(table)(),
    everyRecord(table, "species", keys.species, SpeciesItem),
    everyRecord(table, "user", keys.user, UserItem),
  ]);
  const records = species.map(speciesRecord);
  const people = agreed.mayBePublic ? await streamsWithPeople(table, once, records) : new Set<number>();
  const named = speciesByName(records);
  const byId = new Map(records.map((each) => [each.id, each]));
  const names = new Map(users.map(({ id, displayName }) => [id, displayName]));
  const ids = new Map(
    users.flatMap(({ id, displayName, email }) => [
      [displayNameKey(displayName), id],
      [emailKey(email), id],
    ]),
  );
  const exporting: Exporting = {
    dataset: agreed.dataset,
    packageIds: agreed.packageIds,
    ...by,
    people: options.people,
    secret,
    nowMs: createdMs,
    displayName: (id) => names.get(id),
    userNamed: (text) => ids.get(text.includes("@") ? emailKey(text) : displayNameKey(text)),
    species: (id) => byId.get(id),
    speciesNamed: (name) => named.get(name) ?? [],
    hasPeople: (stream) => people.has(stream),
  };
  return { exporting, newestSource: agreed.newestSource };
}

export function speciesByName(all: readonly SpeciesRecord[]): ReadonlyMap<string, readonly SpeciesRecord[]> {
  const byName = new Map<string, SpeciesRecord[]>();
  for (const species of all) {
    const names = new Set([species.commonName, species.scientificName].map(nameKey));
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), species]);
  }
  return byName;
}
