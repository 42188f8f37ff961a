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
])("noneMatchHits() returns $1 for the If-None-Match header %j", (header, hits) => {
  expect(noneMatchHits(header, tag)).toBe(hits);
});

test.each([undefined, "*", tag, `"other", ${tag}`])(
  "a change is allowed by the If-Match header %s",
  (header) => {
    expect(() => requireMatch(header, 2, view)).not.toThrow();
  },
);

test.each(['"other"', "", "garbage", `W/${tag}`])(
  "a change is rejected with 412 because of the If-Match header %j",
  (header) => {
    expect(() => requireMatch(header, 2, view)).toThrow(
      expect.objectContaining({ code: "precondition-failed" }),
    );
  },
);

test("a change is rejected with 412 if its If-Match names another version with the same view", () => {
  for (const version of [1, 3, 22, undefined])
    expect(() => requireMatch(tag, version, view)).toThrow(
      expect.objectContaining({ code: "precondition-failed" }),
    );
});
