import { expect, test } from "vitest";
import * as z from "zod/mini";
import { annotationTerms } from "../../../../shared/domain/annotation/annotation.ts";
import { confidenceStepsOf, reviewFilters } from "../../../../shared/domain/annotation/review-filters.ts";
import { stretchFilters, stretchOf } from "../../../../shared/domain/annotation/stretch.ts";
import { plainAnnotation } from "../../../support/plain-records.ts";

const Query = z.object(reviewFilters);
const steps = (query: Record<string, string>) => confidenceStepsOf(z.parse(Query, query));
const upTo = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

test.each([
  ["min_confidence", ["1.05", "0.8.", ".8", "0.81", "0.125", "-0.1", "1e-1", "", "0,8", "2"]],
  ["max_confidence", ["1.01", "0.33", "nearly"]],
  ["method", ["both", ""]],
  ["review", ["Agreed", ""]],
  ["votedby", ["0", "01", "!1", "Me", "1.5", "-1", "1,2", "1".repeat(16)]],
])("the filter %s rejects each of %j", (name, values) => {
  expect(values.filter((value) => z.safeParse(Query, { [name]: value }).success)).toEqual([]);
});

test.each([
  ["min_confidence", ["0", "0.0", "0.05", "0.8", "0.80", "0.800", "1", "1.0"]],
  ["votedby", ["me", "!me", "7", "1".repeat(15)]],
])("the filter %s accepts each of %j", (name, values) => {
  expect(values.filter((value) => !z.safeParse(Query, { [name]: value }).success)).toEqual([]);
});

test("the steps of confidence include the minimum and exclude the maximum", () => {
  expect(steps({})).toBeUndefined();
  expect(steps({ min_confidence: "0" })).toEqual(upTo(0, 20));
  expect(steps({ min_confidence: "0.55" })).toEqual(upTo(11, 20));
  expect(steps({ max_confidence: "0.15" })).toEqual(upTo(0, 3));
  expect(steps({ min_confidence: "0.3", max_confidence: "0.35" })).toEqual([6]);
  expect(steps({ min_confidence: "0.95", max_confidence: "1" })).toEqual([19]);
});

test.each([
  { min_confidence: "1" },
  { max_confidence: "0" },
  { min_confidence: "0.5", max_confidence: "0.5" },
])("the filters %j are rejected, since no confidence can match", (query) => {
  expect(() => steps(query)).toThrow(expect.objectContaining({ code: "invalid-request" }));
});

test("a label matches each minimum up to its confidence and each maximum above its confidence", () => {
  const wrong: string[] = [];
  for (let hundredths = 0; hundredths <= 100; hundredths++) {
    const confidence = hundredths / 100;
    const [term] = annotationTerms({
      ...{ ...plainAnnotation, method: "machine" as const, confidence },
      ...{ id: 1, version: 1, videostream: 1, source: 1, startMs: 0, endMs: 0, createdMs: 0, changedMs: 0 },
      ...{ author: { id: 1, source: undefined }, identifications: [], observer: undefined },
      ...{ observation: undefined, keypoints: undefined, boundingBox: undefined },
    }).filter(([name]) => name === "cf");
    for (let step = 0; step <= 20; step++) {
      const bound = (step / 20).toFixed(2);
      const found = (query: Record<string, string>) => steps(query)?.includes(Number(term?.[1]));
      if (step < 20 && found({ min_confidence: bound }) !== hundredths >= step * 5)
        wrong.push(`${confidence} from ${bound}`);
      if (step > 0 && found({ max_confidence: bound }) !== (hundredths < step * 5 || step === 20))
        wrong.push(`${confidence} below ${bound}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a stretch requires exactly one stream, and an end that is not before its start", () => {
  const stretch = (query: Record<string, string>, videostream: readonly number[] | undefined) =>
    stretchOf({ ...z.parse(z.object(stretchFilters), query), videostream });
  expect(stretch({}, undefined)).toBeUndefined();
  expect(stretch({ "during[start]": "00:00:10" }, [3])).toEqual({
    fromMs: 10_000,
    toMs: Number.POSITIVE_INFINITY,
  });
  expect(stretch({ "during[end]": "00:00:10.5" }, [3])).toEqual({ fromMs: 0, toMs: 10_500 });
  expect(stretch({ "during[start]": "00:00:01", "during[end]": "00:00:01" }, [3])).toEqual({
    fromMs: 1000,
    toMs: 1000,
  });
  const refused = expect.objectContaining({ code: "invalid-request" });
  for (const streams of [undefined, [], [1, 2]]) {
    expect(() => stretch({ "during[start]": "00:00:10" }, streams)).toThrow(refused);
  }
  expect(() => stretch({ "during[start]": "00:00:10", "during[end]": "00:00:09.999" }, [3])).toThrow(refused);
});
