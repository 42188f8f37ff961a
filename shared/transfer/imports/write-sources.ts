import { deploymentCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import type { MadeSource } from "../../formats/camtrap-dp/read/made.ts";
import { indexWrites } from "../../index/list-index.ts";
import { creationWrites } from "../../store/create-record.ts";
import { created } from "../../store/create-together.ts";
import { madeNow } from "../../store/history/actor-item.ts";
import { firstVersion } from "../../store/job/import-claims.ts";
import { captureSourceWriter, sourceCreation } from "../../store/source/writer.ts";
import { nextId } from "../../table/item.ts";
import { allOf, transact } from "../../table/transaction.ts";
import { knownRows } from "./known-rows.ts";
import { updateKnown } from "./update-known.ts";
import { sourcesOf, type Writing, type Written } from "./writing.ts";

/** Makes and changes capture sources. */
export async function writeSources(rows: readonly MadeSource[], writing: Writing): Promise<Written> {
  const { table, job, pace } = writing;
  const sources = captureSourceWriter(table);
  const known = await knownRows(sourcesOf(writing), job.id, rows);
  // One after the other, since the places of sources share an item.
  for (const { made, claim } of known.missing) {
    await pace(1);
    const id = await nextId(table, "C");
    const source = {
      ...saidOf(made),
      id,
      siteId: undefined,
      importId: job.id,
      made: await madeNow(),
      version: firstVersion,
    };
    const creation = sourceCreation(source);
    const derived = allOf(indexWrites([creation.change]), creation.derived);
    await created(transact(table, [...creationWrites(creation), claim(id)], derived));
  }
  const updated = await updateKnown(known.there, writing, {
    atOnce: 1,
    said: (row, record) => ({ ...record, ...saidOf(row) }),
    async replace(before, after, claim) {
      const outcome = await sources.update(before, after, [claim]);
      // Imports do not change `site_id`, so it cannot be taken.
      return typeof outcome === "string" ? "changed-meanwhile" : undefined;
    },
  });
  return {
    rows: rows.length,
    made: known.made + known.missing.length,
    changed: known.changed + updated,
    there: known.there.length - updated,
  };
}

/**
 * The fields of a row's source. A stored row lacks fields without a value. They are named here, so that they overwrite
 * the record's fields with `undefined`.
 */
function saidOf({ key: _, camtrapDp, timeZone, coordinateUncertainty, ...fields }: MadeSource) {
  return { ...fields, timeZone, coordinateUncertainty, camtrapDp: deploymentCells.from(camtrapDp) };
}
