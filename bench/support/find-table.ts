import { type Annotation, annotationTerms } from "../../shared/domain/annotation/annotation.ts";
import { annotationItem } from "../../shared/store/annotation/item.ts";
import { speciesWriter } from "../../shared/store/species/writer.ts";
import { keys } from "../../shared/table/schema.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { dynamoMeter, type Meter } from "../../test/support/dynamo/meter.ts";
import type { TestTable } from "../../test/support/dynamo/table.ts";
import { plainSpecies } from "../../test/support/plain-records.ts";
import { bulkWrite } from "./bulk-write.ts";
import { segmentsOf } from "./data-set-items.ts";
import { commonName, scientificName, speciesCount } from "./find-data.ts";
import { createdId } from "./idempotency.ts";

/** The terms that the measured lists read. */
const names: ReadonlySet<string> = new Set([
  ...["*", "sp", "nm", "h", "day", "month", "hour", "me", "rv", "cf", "vb"],
]);

/** Fills a table with the annotations, the terms that lists by time and review read, and the names of species. */
export async function findTable(
  database: TestTable,
  annotations: readonly Annotation[],
  onWritten: (written: number) => void,
): Promise<{ readonly table: Table; readonly meter: Meter }> {
  const fresh = await database.fresh();
  for (let id = 1; id <= speciesCount; id++) {
    const named = { commonName: commonName(id), scientificName: scientificName(id) };
    createdId(
      await speciesWriter(fresh).create({ ...plainSpecies, ...named, externalTaxonId: undefined }, undefined),
    );
  }
  const usedTerms = (annotation: Annotation) =>
    annotationTerms(annotation).filter(([name]) => names.has(name));
  await bulkWrite(fresh, segmentsOf("annotation", annotations, usedTerms));
  await bulkWrite(fresh, itemsOf(annotations), onWritten);
  await bulkWrite(fresh, [{ ...keys.counter("A"), n: annotations.length }][Symbol.iterator]());
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  return { table: openTable(fresh.name, client), meter };
}

function* itemsOf(annotations: readonly Annotation[]) {
  for (const annotation of annotations) yield annotationItem(annotation);
}
