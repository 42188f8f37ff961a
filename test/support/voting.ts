import type { VoteItem } from "../../functions/add-identification-batch/identification-batch.ts";
import { annotationBatch } from "../../functions/create-annotation-batch/annotation-batch.ts";
import { speciesWriter } from "../../shared/store/species/writer.ts";
import type { Table } from "../../shared/table/table.ts";
import { plainAnnotation, plainSpecies } from "./plain-records.ts";

/** Id of the species of the kind `blank`, which means that there is no animal. */
export const blank = 3;

/** Adds three species, and `count` machine labels of one stream, from id 1. The labels name species 1 and 2 in turn. */
export async function addMachineLabels(table: Table, count: number): Promise<void> {
  for (const [i, name] of ["Lutra lutra", "Vulpes vulpes", "Blank"].entries()) {
    const kind = i + 1 === blank ? ("blank" as const) : undefined;
    await speciesWriter(table).create(
      { ...plainSpecies, commonName: name, scientificName: name, kind },
      undefined,
    );
  }
  const items = Array.from({ length: count }, (_, i) => ({
    build: async () => ({
      ...plainAnnotation,
      moment: { ms: i, offsetMinutes: 0 },
      ...{ videostream: 1, source: 1, startMs: i, endMs: i + 1, createdMs: 0, changedMs: 0 },
      ...{ keypoints: undefined, boundingBox: undefined, identifications: [] },
      ...{ observer: "detector", observation: { species: i % 2 ? "Vulpes vulpes" : "Lutra lutra" } },
      ...{ method: "machine" as const, confidence: 0.9, author: { id: 1, source: undefined } },
    }),
    idempotency: undefined,
  }));
  for (let from = 0; from < count; from += 500) {
    const made = await annotationBatch(table)(items.slice(from, from + 500));
    const failed = made.find((outcome) => outcome instanceof Error);
    if (failed) throw failed;
  }
}

/** Returns a vote as an item of a batch. @param key the idempotency key, if the item has one */
export function voteItem(annotation: number, species: number, key?: string): VoteItem {
  return itemOf({ annotation, species }, key);
}

/** Returns the removal of a vote as an item of a batch. */
export function removalItem(annotation: number, species: number, key?: string): VoteItem {
  return itemOf({ annotation, species, remove: true }, key);
}

function itemOf(ballot: VoteItem["ballot"], key: string | undefined): VoteItem {
  return {
    ballot,
    idempotency: key === undefined ? undefined : { digest: key, bodyHash: JSON.stringify(ballot) },
  };
}
