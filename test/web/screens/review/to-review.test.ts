import fc from "fast-check";
import { expect, test } from "vitest";
import { Decisions } from "../../../../web/screens/review/decisions.ts";
import type { Item } from "../../../../web/screens/review/item.ts";
import { ToReview } from "../../../../web/screens/review/to-review.ts";
import { ben, row } from "../../saving/row.ts";
import { outboxWith } from "./fake-outbox.ts";

const fox = { id: 1, common_name: "Red fox", scientific_name: "Vulpes vulpes" };

function itemOf(id: number): Item {
  const label = { id, startMs: 0, endMs: 0, track: [], species: undefined, claim: fox, name: "Red fox", row };
  return { id, label, claim: fox, name: "Red fox" };
}

/** Events between two pages: this person decides on some labels, and another person votes on some. */
const step = fc.record({ mine: fc.array(fc.nat()), theirs: fc.array(fc.nat(), { maxLength: 30 }) });

test("finds every label, and counts the remaining labels, while others vote", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 400 }), fc.array(step), async (labels, steps) => {
      // The service lists only labels without votes.
      let atService = Array.from({ length: labels }, (_, i) => i + 1);
      const without = (id: number | undefined) => {
        atService = atService.filter((each) => each !== id);
      };
      const outbox = outboxWith(async ({ label, action }) => {
        without(label);
        const species = action.kind === "vote" ? action.species : fox;
        const identifications = [{ species, identified_by: [ben] }];
        return { kind: "done", row: { ...row, id: label, identifications } };
      });
      const decisions = new Decisions(outbox, ben.id);
      const list = new ToReview(
        async (offset, limit) => ({
          items: atService.slice(offset, offset + limit).map(itemOf),
          total: atService.length,
        }),
        decisions,
      );
      for (let i = 0; !list.isComplete.peek(); i++) {
        expect(i).toBeLessThan(100);
        await list.more();
        const { mine = [], theirs = [] } = steps[i] ?? {};
        const items = list.items.peek();
        const some = [...new Set(mine.map((n) => items[n % items.length]?.id))];
        decisions.decide(
          some.flatMap((label) => (label === undefined ? [] : [{ label, stream: 5, species: fox }])),
        );
        for (const n of theirs) without(atService[n % atService.length]);
      }
      await decisions.inOrder(async () => {});
      const found = list.items.peek().map(({ id }) => id);
      expect(new Set(found).size).toBe(found.length);
      expect(atService.filter((id) => !found.includes(id))).toEqual([]);
      // Nobody else votes from here on.
      if (steps.every(({ theirs }) => theirs.length === 0)) expect(list.left.peek()).toBe(atService.length);
    }),
  );
});
