import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { datasets } from "../../../store/dataset/datasets.ts";
import { SpeciesItem } from "../../../store/species/item.ts";
import { keys } from "../../../table/schema.ts";
import type { Table } from "../../../table/table.ts";
import { speciesRecord } from "../camtrap-dp/records.ts";
import { speciesByName } from "../camtrap-dp/showing.ts";
import type { ExportFormat, Stored } from "../format.ts";
import { everyRecord } from "../read-records.ts";
import type { TrainingLimits } from "./content.ts";
import { trainingStills } from "./labelled.ts";
import { otherLabels } from "./others.ts";
import { bucketsFor, type Teaching, trainingPiece, trainingTables } from "./piece.ts";
import type { TrainingSet } from "./sets.ts";
import { trainingVolumes } from "./volumes.ts";

/** A training set in one zip file, or in several if it has many stills. */
export function trainingFormat(table: Table, set: TrainingSet, limits: TrainingLimits = {}): ExportFormat {
  return {
    open: async (job, once, places, ids) => {
      const stored = await once("dataset.json", async () =>
        JSON.stringify((await datasets(table).find())?.dataset ?? null),
      );
      const dataset: Dataset | undefined = JSON.parse(stored) ?? undefined;
      const buckets = bucketsFor(job.total, limits.inBucket);
      const teaching: Teaching = {
        lookups: await speciesLookups(table),
        machine: job.options.machine,
        teaches: set.teaches,
        buckets,
      };
      const others = (stored: Stored, bucket: number, streams: readonly number[]) =>
        otherLabels({ table, job, ids, teaching, places }, stored, bucket, streams);
      return {
        tables: trainingTables(buckets),
        // Labels that the options leave out may still be visible in a frame.
        selects: () => true,
        pieceOf: (joined) => trainingPiece(joined, teaching, true),
        stills: (stored) => trainingStills({ set, buckets, others, fps: job.options.fps }, stored),
        files: (stored) => trainingVolumes({ set, job, dataset, buckets, others, limits }, stored),
      };
    },
  };
}

async function speciesLookups(table: Table): Promise<Teaching["lookups"]> {
  const records = (await everyRecord(table, "species", keys.species, SpeciesItem)).map(speciesRecord);
  const byId = new Map(records.map((each) => [each.id, each]));
  const byName = speciesByName(records);
  return { species: (id) => byId.get(id), speciesNamed: (name) => byName.get(name) ?? [] };
}
