import { expect, test } from "vitest";
import { entityTag, noneMatchHits, requireMatch } from "../../../shared/http/etag.ts";

const view = { id: 1 };
const tag = entityTag(JSON.stringify(view));

test.each([
  [tag, true],
  [`W/${tag}`, true],
  ["*", true],
  [`"other", ${tag}`, true],
  ['"other"', false],
  ["", false],
  [tag.slice(1, -1), false],
])("If-None-Match %s matches: %s", (header, hits) => {
  expect(noneMatchHits(header, tag)).toBe(hits);
});

test.each([undefined, "*", tag, `"other", ${tag}`])("If-Match %s allows the change", (header) => {
  expect(() => requireMatch(header, view)).not.toThrow();
});

test.each(['"other"', "", "garbage", `W/${tag}`])("If-Match %s returns 412", (header) => {
  expect(() => requireMatch(header, view)).toThrow(expect.objectContaining({ code: "precondition-failed" }));
});
