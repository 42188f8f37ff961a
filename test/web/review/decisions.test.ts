import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../web/api/answer.ts";
import { Decisions } from "../../../web/screens/review/decisions.ts";

const speciesOf = (id: number) => ({ id, common_name: `Species ${id}`, scientific_name: `Genus ${id}` });
const [fox, otter, blank] = [speciesOf(1), speciesOf(2), speciesOf(3)] as const;

/** What happens to a request. A vote whose answer is lost may arrive. */
type Fate = "answered" | "lost on the way" | "answer lost" | "busy" | "refused";

/** The votes of one person at a service whose requests meet some fates, one after the other; then all is well. */
function faultyService(fates: readonly Fate[] = []) {
  const left = [...fates];
  const votes = new Map<number, Set<number>>();
  const keys = new Set<string>();
  const refusedOnce = new Set<string>();
  const of = (label: number) => {
    const found = votes.get(label) ?? new Set();
    votes.set(label, found);
    return found;
  };
  async function meet(request: string, arrive: () => void, isReplay = false): Promise<void> {
    await Promise.resolve();
    const fate = left.shift() ?? "answered";
    if (fate === "lost on the way") throw new TypeError("fetch failed");
    if (fate === "busy") throw new Refusal(503, "Busy.");
    // What succeeded before is answered in the same way.
    if (fate === "refused" && !isReplay) {
      refusedOnce.add(request);
      throw new Refusal(409, "At most 20 people may vote.");
    }
    arrive();
    if (fate === "answer lost") throw new TypeError("fetch failed");
  }
  return {
    votes: of,
    refusedOnce,
    add: (label: number, id: number, key: string) =>
      meet(
        `add ${label}`,
        () => {
          // A key that was there before makes nothing new.
          if (!keys.has(key)) of(label).add(id);
          keys.add(key);
        },
        keys.has(key),
      ),
    remove: (label: number, id: number) => meet(`remove ${label}`, () => of(label).delete(id)),
  };
}

const noPause = async () => {};

async function settled(decisions: Decisions): Promise<void> {
  await decisions.inOrder(async () => {});
  expect(decisions.waiting.peek()).toBe(0);
}

const label = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant("decide" as const),
    labels: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }),
    species: fc.constantFrom(fox, otter, blank),
  }),
  fc.constant({ kind: "undo" as const }),
  fc.constant({ kind: "wait" as const }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const anyFate = fc.constantFrom<Fate>("answered", "answered", "lost on the way", "answer lost", "busy");

async function run(decisions: Decisions, steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    if (each.kind === "decide") {
      decisions.decide(each.labels.map((one) => ({ label: one, species: each.species })));
    } else if (each.kind === "undo") decisions.undo();
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("decisions", () => {
  test("are at the service as they are shown, once each, whatever the link does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.array(anyFate), async (steps, fates) => {
        const service = faultyService(fates);
        const decisions = new Decisions(service, noPause);
        await run(decisions, steps);
        await settled(decisions);
        for (let each = 1; each <= 4; each++) {
          const shown = decisions.shown.peek().get(each);
          expect([...service.votes(each)]).toEqual(shown ? [shown.id] : []);
        }
        expect(decisions.refused.peek().size).toBe(0);
      }),
    );
  });

  test("that are undone leave nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100 }), fc.array(anyFate), async (steps, fates) => {
        const service = faultyService(fates);
        const decisions = new Decisions(service, noPause);
        await run(decisions, steps);
        while (decisions.undo() !== undefined);
        await settled(decisions);
        expect(decisions.shown.peek().size).toBe(0);
        for (let each = 1; each <= 4; each++) expect([...service.votes(each)]).toEqual([]);
      }),
    );
  });

  test("that are refused come back: what is shown is what the service has", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step),
        fc.array(fc.oneof(anyFate, fc.constant<Fate>("refused"))),
        async (steps, fates) => {
          // A vote that cannot be taken back now stays: so only votes are refused here.
          const service = faultyService(fates);
          const decisions = new Decisions(
            { add: service.add, remove: async (one, id) => void service.votes(one).delete(id) },
            noPause,
          );
          await run(decisions, steps);
          await settled(decisions);
          for (let each = 1; each <= 4; each++) {
            const shown = decisions.shown.peek().get(each);
            expect([...service.votes(each)]).toEqual(shown ? [shown.id] : []);
            if (decisions.refused.peek().has(each)) expect(service.refusedOnce).toContain(`add ${each}`);
          }
        },
      ),
    );
  });

  test("that are refused say why, until the label is decided anew", async () => {
    const service = faultyService(["refused"]);
    const decisions = new Decisions(service, noPause);
    decisions.decide([{ label: 1, species: fox }]);
    expect(decisions.shown.peek().get(1)).toBe(fox);
    await settled(decisions);
    expect(decisions.shown.peek().get(1)).toBeUndefined();
    expect(decisions.refused.peek().get(1)).toBe("At most 20 people may vote.");
    decisions.decide([{ label: 1, species: otter }]);
    expect(decisions.refused.peek().size).toBe(0);
    await settled(decisions);
    expect([...service.votes(1)]).toEqual([2]);
  });

  test("on a label that was deleted can be undone", async () => {
    const decisions = new Decisions(
      { add: async () => {}, remove: () => Promise.reject(new Refusal(404, "There is no annotation 1.")) },
      noPause,
    );
    decisions.decide([{ label: 1, species: fox }]);
    await settled(decisions);
    decisions.undo();
    await settled(decisions);
    expect([decisions.shown.peek().size, decisions.refused.peek().size]).toEqual([0, 0]);
  });

  test("are kept for undo, the last hundred", () => {
    const decisions = new Decisions(faultyService(), noPause);
    for (let each = 1; each <= 120; each++) decisions.decide([{ label: each, species: fox }]);
    let undone = 0;
    while (decisions.undo() !== undefined) undone++;
    expect(undone).toBe(100);
    expect(decisions.shown.peek().size).toBe(20);
  });
});
