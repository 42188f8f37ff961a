import { expect, test } from "vitest";
import { annotationTerms } from "../../../../shared/domain/annotation/annotation.ts";
import { annotationLookups } from "../../../../shared/store/annotation/lookups.ts";
import { annotationById, listAnnotations } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { captureSourceById } from "../../../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { viewCaptureSource } from "../../../../shared/views/source/capture-source.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainAnnotation, plainSource } from "../../../support/plain-records.ts";

const database = useTable();

/** Fields with a time in the camera's zone, which must be returned unchanged. */
const camtrapDp = { observationID: "705e6036", eventStart: "2020-08-02T05:00:14+02:00" };

async function imported(importId: number | undefined): Promise<number> {
  const made = await annotationWriter(database.table).create(
    async () => ({
      ...plainAnnotation,
      ...{ videostream: 1, source: 1, startMs: 0, endMs: 0, createdMs: 0, changedMs: 0 },
      ...{ keypoints: undefined, boundingBox: undefined, observer: "Ann", observation: undefined },
      identifications: [],
      author: { id: 1, source: undefined },
      camtrapDp,
      importId,
    }),
    undefined,
  );
  if (typeof made === "string") throw new Error(made);
  return made.id;
}

test("annotations keep their import and their Camtrap DP fields, and the filter by import finds them", async () => {
  const [one, , two] = [await imported(1), await imported(undefined), await imported(2)];
  const list = listAnnotations(database.table, annotationLookups(database.table));
  const idsOf = async (id: number) => {
    const { rows, total } = await list({ import: id, observation: [] }, { offset: 0, limit: 20 });
    expect(rows).toHaveLength(total);
    return rows.map((row) => row.id);
  };
  expect([await idsOf(1), await idsOf(2), await idsOf(3)]).toEqual([[one], [two], []]);
  const stored = await annotationById(database.table)(one);
  expect(stored).toMatchObject({ importId: 1, camtrapDp });
  if (stored === undefined) throw new Error("It is missing");
  expect(annotationTerms(stored)).toContainEqual(["im", 1]);
  await annotationWriter(database.table).delete(stored);
  expect(await idsOf(1)).toEqual([]);
});

test("a capture source shows its import, even after it was changed", async () => {
  const sources = captureSourceWriter(database.table);
  const fields = { ...plainSource, name: "Ridge", location: "1,2", cameraHardware: "" };
  const made = await sources.create({ ...fields, importId: 3, camtrapDp: { habitat: "" } }, undefined);
  if (typeof made === "string") throw new Error(made);
  const stored = await captureSourceById(database.table)(made.id);
  if (stored === undefined) throw new Error("It is missing");
  expect(await sources.update(stored, { ...stored, name: "Crest" })).toMatchObject({ version: 2 });
  const changed = await captureSourceById(database.table)(made.id);
  expect(changed && viewCaptureSource(changed)).toMatchObject({
    ...{ name: "Crest", import: 3 },
    camtrap_dp: { habitat: "" },
  });
});
