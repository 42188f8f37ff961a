import fc from "fast-check";
import { expect, test } from "vitest";
import type { Annotation } from "../../../shared/domain/annotation/annotation.ts";
import { requireAuthorship } from "../../../shared/domain/annotation/rights.ts";
import { mayChange } from "../../../web/labels/rights.ts";
import { row } from "../saving/row.ts";

const ids = fc.integer({ min: 1, max: 3 });

test("allows changes of labels by the same rule as the service", () => {
  fc.assert(
    fc.property(
      fc.record({
        author: ids,
        isCamera: fc.boolean(),
        method: fc.constantFrom("human" as const, "machine" as const),
        voters: fc.array(ids, { maxLength: 3 }),
        caller: ids,
        role: fc.constantFrom("annotator" as const, "curator" as const, "admin" as const),
      }),
      ({ author, isCamera, method, voters, caller, role }) => {
        const annotation = {
          author: { id: author, ...(isCamera && { source: 1 }) },
          method,
          identifications: voters.map((voter, i) => ({ species: i + 1, blank: false, voters: [voter] })),
        } as unknown as Annotation;
        const user = { id: caller, role } as Parameters<typeof requireAuthorship>[1];
        let isAllowed = true;
        try {
          requireAuthorship(annotation, user);
        } catch {
          isAllowed = false;
        }
        const summary = (id: number) => ({ id, display_name: `${id}`, role: "annotator" as const });
        const shown = {
          ...row,
          created_by: { ...summary(author), role: isCamera ? ("camera" as const) : ("annotator" as const) },
          method,
          identifications: voters.map((voter, i) => ({
            species: { id: i + 1, common_name: "c", scientific_name: "s" },
            identified_by: [summary(voter)],
          })),
        };
        expect(mayChange(shown, { id: caller, email: "a@b.c", display_name: "", role })).toBe(isAllowed);
      },
    ),
  );
  expect(mayChange(row, { id: row.created_by.id, email: "a@b.c", display_name: "", role: "readonly" })).toBe(
    false,
  );
});
