import { expect, test } from "vitest";
import { entityTag, noneMatchHits, requireMatch } from "../../../shared/http/etag.ts";

const view = { id: 1 };
const tag = entityTag(JSON.stringify(view), 2);

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
  expect(() => requireMatch(header, 2, view)).not.toThrow();
});

test.each(['"other"', "", "garbage", `W/${tag}`])("If-Match %s is rejected with 412", (header) => {
  expect(() => requireMatch(header, 2, view)).toThrow(
    expect.objectContaining({ code: "precondition-failed" }),
  );
});

test("If-Match of the same view in another version is rejected with 412", () => {
  for (const version of [1, 3, 22, undefined])
    expect(() => requireMatch(tag, version, view)).toThrow(
      expect.objectContaining({ code: "precondition-failed" }),
    );
});
