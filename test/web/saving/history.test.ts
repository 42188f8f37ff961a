import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../../../web/labels/content.ts";
import type { Row } from "../../../web/labels/label.ts";
import { type Deed, type Entry, newLocalLabel, type Species } from "../../../web/saving/entry.ts";
import { History } from "../../../web/saving/history.ts";
import { type NewRow, votesOf, withEntries } from "../../../web/saving/overlay.ts";
import { ben, row } from "./row.ts";

const made: NewRow = {
  videostream: row.videostream,
  capturesource: row.capturesource,
  person: ben,
  streamStartMs: 0,
};

/** The labels on the screen, with all changes applied at once. */
class Screen {
  readonly rows = new Map<number, Row>([[row.id, row]]);
  readonly history = new History(ben.id, (label) => this.rows.get(label));

  do(step: readonly Deed[]): void {
    for (const { label, action } of step) {
      const entry: Entry = { label, action, key: "", person: ben.id, stream: 5, order: 1 };
      const next = withEntries(this.rows.get(label), [entry], made);
      if (next) this.rows.set(label, next);
      else this.rows.delete(label);
    }
  }

  /** Returns the visible properties of all labels, without their ids. */
  seen(): string {
    return JSON.stringify(
      [...this.rows.values()]
        .map((each) =>
          JSON.stringify([contentOf(each), each.method, votesOf(each, ben.id).map(({ id }) => id)]),
        )
        .sort(),
    );
  }
}

type Move = { readonly what: "create" | "move" | "note" | "vote" | "remove"; readonly n: number };
const moves = fc.array(
  fc.record({
    what: fc.constantFrom<Move["what"]>("create", "move", "note", "vote", "remove"),
    n: fc.nat({ max: 20 }),
  }),
  { maxLength: 20 },
);

function stepOf({ what, n }: Move, { rows }: Screen): readonly Deed[] {
  const all = [...rows.values()];
  const target = all[n % Math.max(1, all.length)];
  const box = { x1: n, y1: 0, x2: n + 10, y2: 10 };
  if (what === "create" || target === undefined) {
    const content = { startMs: n, endMs: n, keypoints: [{ box, ms: n }], boundingBox: null, notes: null };
    return [{ label: newLocalLabel(), action: { kind: "create", content, origin: {} } }];
  }
  const before = contentOf(target);
  const change = (after: Partial<typeof before>): readonly Deed[] => [
    { label: target.id, action: { kind: "change", before, after: { ...before, ...after } } },
  ];
  if (what === "move") return change({ keypoints: [{ box, ms: before.startMs }], endMs: before.startMs });
  if (what === "note") return change({ notes: { note: `${n}` } });
  if (what === "remove") return [{ label: target.id, action: { kind: "remove", before: target } }];
  const species: Species = { id: 1 + (n % 3), common_name: "c", scientific_name: "s" };
  const isFor = !votesOf(target, ben.id).some(({ id }) => id === species.id);
  return [{ label: target.id, action: { kind: "vote", species, isFor } }];
}

test("undoing each step restores the state before it, and redoing restores the state after it, even repeatedly", () => {
  fc.assert(
    fc.property(moves, (done) => {
      const screen = new Screen();
      const states = [screen.seen()];
      for (const move of done) {
        const step = stepOf(move, screen);
        screen.do(step);
        screen.history.add(step);
        states.push(screen.seen());
      }
      for (let round = 0; round < 2; round++) {
        for (const before of states.slice(0, -1).toReversed()) {
          screen.do(screen.history.undo() ?? []);
          expect(screen.seen()).toBe(before);
        }
        expect(screen.history.undo()).toBeUndefined();
        for (const after of states.slice(1)) {
          screen.do(screen.history.redo() ?? []);
          expect(screen.seen()).toBe(after);
        }
        expect(screen.history.redo()).toBeUndefined();
      }
    }),
  );
});

test("keeps 100 steps, and after a new step nothing can be redone", () => {
  const screen = new Screen();
  for (let n = 0; n < 120; n++) {
    const step = stepOf({ what: "create", n }, screen);
    screen.do(step);
    screen.history.add(step);
  }
  for (let n = 0; n < 100; n++) expect(screen.history.undo()).toBeDefined();
  expect(screen.history.undo()).toBeUndefined();
  expect(screen.history.canRedo.peek()).toBe(true);
  screen.history.add(stepOf({ what: "create", n: 1 }, screen));
  expect(screen.history.redo()).toBeUndefined();
});

test("an undo step uses the id that the service has assigned to its label", () => {
  const screen = new Screen();
  const step = stepOf({ what: "create", n: 1 }, screen);
  screen.do(step);
  screen.history.add(step);
  const label = step[0]?.label ?? 0;
  const shown = screen.rows.get(label);
  screen.rows.delete(label);
  if (shown) screen.rows.set(42, { ...shown, id: 42 });
  screen.history.rename(label, 42);
  expect(screen.history.undo()).toMatchObject([
    { label: 42, action: { kind: "remove", before: { id: 42 } } },
  ]);
});
