import { describe, expect, test } from "vitest";
import type { Annotation } from "../../../../shared/domain/annotation/annotation.ts";
import type { Method } from "../../../../shared/domain/annotation/machine-label.ts";
import { requireAuthorship } from "../../../../shared/domain/annotation/rights.ts";
import { withoutVotes, withVote } from "../../../../shared/domain/annotation/vote.ts";
import type { Role } from "../../../../shared/domain/person/role.ts";
import { plainAnnotation } from "../../../support/plain-records.ts";

const annotation: Annotation = {
  ...plainAnnotation,
  ...{ id: 1, videostream: 1, source: 1, startMs: 0, endMs: 1, createdMs: 0, changedMs: 0, version: 1 },
  ...{ keypoints: undefined, boundingBox: undefined, observer: undefined, observation: undefined },
  identifications: [],
  author: { id: 1, source: undefined },
};
const voted = (votes: readonly (readonly [species: number, voter: number])[]) =>
  votes.reduce((before, [species, voter]) => withVote(before, { id: species }, voter), annotation);

describe("votes", () => {
  const twenty = voted(Array.from({ length: 20 }, (_, i) => [(i % 10) + 1, i + 1] as const));

  test("come from at most 20 people, who may each vote for several species", () => {
    expect(() => withVote(twenty, { id: 1 }, 21)).toThrow("votes by 20 people");
    expect(withVote(twenty, { id: 2 }, 1).identifications[1]?.voters).toContain(1);
  });

  test("are for at most 10 species", () => {
    expect(() => withVote(twenty, { id: 11 }, 1)).toThrow("10 species");
  });

  test("of one person can be removed from all species at once", () => {
    const left = withoutVotes(
      voted([
        [1, 1],
        [2, 1],
        [2, 2],
      ]),
      1,
    );
    expect(left.identifications).toEqual([{ species: 2, blank: false, voters: [2] }]);
  });
});

describe("the right to change and delete", () => {
  const user = (id: number, role: Role) => ({
    ...{ id, role, email: "a@example.org", displayName: "a", disabled: false, invited: false, version: 1 },
  });
  const label = (method: Method, ...voters: readonly number[]): Annotation => ({
    ...voted(voters.map((voter) => [1, voter] as const)),
    method,
    author: { id: 7, source: 1 },
  });

  test.each([
    ["a machine's label belongs to every annotator", label("machine"), user(7, "annotator"), true],
    [
      "a machine's label with a single vote belongs to its voter",
      label("machine", 8),
      user(8, "annotator"),
      true,
    ],
    [
      "a machine's label with votes of several people belongs to no annotator",
      label("machine", 8, 9),
      user(8, "annotator"),
      false,
    ],
    [
      "a machine's label with votes of several people belongs to curators",
      label("machine", 8, 9),
      user(1, "curator"),
      true,
    ],
    [
      "a person's label from a site key does not belong to the user whose id equals the key's",
      label("human"),
      user(7, "annotator"),
      false,
    ],
    ["a person's label belongs to its author", annotation, user(1, "annotator"), true],
    ["a person's label belongs to no annotator except its author", annotation, user(2, "annotator"), false],
  ])("%s", (_, of, caller, allowed) => {
    const check = () => requireAuthorship(of, caller);
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow("curator");
  });
});
