import { expect, test } from "vitest";
import { pairCells } from "../../../shared/formats/camtrap-dp/write/pairs.ts";
import { labelling } from "../../../web/text/en/labelling.ts";

const values: Readonly<Record<string, string>> = { count: "2", sex: "female", lifeStage: "adult" };

test.each(labelling.suggestions)("the suggested note %s fills a column of Camtrap DP", (key) => {
  const { observationTags, ...cells } = pairCells({ [key]: values[key] ?? "any text" }, []);
  expect(Object.keys(cells)).toHaveLength(1);
  expect(observationTags).toBeUndefined();
});
