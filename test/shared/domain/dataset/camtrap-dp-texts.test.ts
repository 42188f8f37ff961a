import { describe, expect, test } from "vitest";
import {
  deploymentCells,
  mediaCells,
  observationCells,
  taxonCells,
} from "../../../../shared/domain/dataset/camtrap-dp-fields.ts";
import { textsOf } from "../../../../shared/domain/dataset/camtrap-dp-texts.ts";
import { camtrapFolder, camtrapRows } from "../../../support/camtrap-dp.ts";

describe("cells from the texts of a table", () => {
  test("have the types of their columns: numbers, booleans, objects and texts", () => {
    const texts = {
      deploymentID: "12",
      cameraHeight: "+.5",
      cameraDelay: "0",
      baitUse: "false",
      habitat: "",
    };
    const cells = { deploymentID: "12", cameraHeight: 0.5, cameraDelay: 0, baitUse: false, habitat: "" };
    expect(deploymentCells.from(texts)).toEqual(cells);
    expect(textsOf(cells)).toEqual({ ...texts, cameraHeight: "0.5" });
    const taxon = { taxonRank: "species", vernacularNames: { eng: "coypu" } };
    expect(taxonCells.from(textsOf(taxon))).toEqual(taxon);
  });

  test("leave out invalid values and unknown columns", () => {
    const texts = {
      cameraTilt: "100",
      cameraHeight: "",
      timestampIssues: "maybe",
      latitude: "1",
      setupBy: "Ana",
    };
    expect(deploymentCells.from(texts)).toEqual({ setupBy: "Ana" });
    expect(mediaCells.from({ toString: "x", favorite: "1" })).toBeUndefined();
    expect(textsOf(undefined)).toEqual({});
  });

  test.skipIf(camtrapFolder === undefined)(
    "equal the texts of an official package when converted back to text",
    () => {
      const tables = { deployments: deploymentCells, media: mediaCells, observations: observationCells };
      let compared = 0;
      for (const [table, { from }] of Object.entries(tables)) {
        for (const row of camtrapRows(table as keyof typeof tables)) {
          // A record keeps only cells with a value.
          const texts = Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ""));
          const back = textsOf(from(texts));
          for (const [column, text] of Object.entries(back)) {
            const [one, other] = [Number(text), Number(texts[column])];
            expect([column, Number.isNaN(one) ? text : one]).toEqual([
              column,
              Number.isNaN(other) ? texts[column] : other,
            ]);
            compared += 1;
          }
          const kept = ["deploymentID", "mediaID", "observationID"].filter((id) => id in back);
          expect(kept).toHaveLength(1);
        }
      }
      expect(compared).toBeGreaterThan(3000);
    },
  );
});
