import { expect, test } from "vitest";
import { effortQuery, isEffortWider } from "../../../web/filters/effort-query.ts";

test("recorded time is filtered only by the filters that apply to it", () => {
  const filters = { camera: 2, days: { from: "2026-03-01" }, species: [1], hours: { from: 20, to: 4 } };
  expect(effortQuery(filters)).toEqual({ capturesource: 2, "day[from]": "2026-03-01" });
  expect(isEffortWider(filters)).toBe(true);
  expect(isEffortWider({ camera: 2, days: { from: "2026-03-01" } })).toBe(false);
});
