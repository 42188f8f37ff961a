import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../web/saving/entry.ts";
import type { Outcome } from "../../../../web/saving/outcome.ts";
import { type LabelService, sendEntry } from "../../../../web/saving/send.ts";
import { sendEntries } from "../../../../web/saving/send-entries.ts";
import { memoryStore } from "../../../../web/saving/store.ts";
import { Decisions } from "../../../../web/screens/review/decisions.ts";
import { FakeService, type Fate as LinkFate } from "../../saving/fake-service.ts";
import { ben } from "../../saving/row.ts";
import { outboxOf, outboxWith } from "./fake-outbox.ts";

const speciesOf = (id: number) => ({ id, common_name: `Species ${id}`, scientific_name: `Genus ${id}` });
const [fox, otter, blank] = [speciesOf(1), speciesOf(2), speciesOf(3)] as const;
const labels = [1, 2, 3, 4];

/** The fate of a request. A vote whose response is lost may arrive. */
type Fate = LinkFate | "refused";

/** Labels 1 to 4 at a service with a given fate for each request. After the last fate, all requests succeed. */
function faultyService(fates: readonly Fate[] = []) {
  const left = [...fates];
  const service = new FakeService();
  for (const _ of labels) service.add({ identifications: [] });
  const refusedOnce = new Set<number>();
  const votes = (label: number) => service.rows.get(label)?.identifications.map(({ species }) => species.id);
  const send = async (entry: Entry): Promise<Outcome> => {
    await Promise.resolve();
    const { action, label } = entry;
    const fate = left.shift() ?? "answered";
    if (fate !== "refused")
      return sendEntry(
        service.as(ben, () => fate),
        entry,
      );
    // Repeated votes get the first response again. Removals are never refused, because a vote that cannot be removed
    // would stay.
    const isRefused = action.kind === "vote" && action.isFor && !votes(label)?.includes(action.species.id);
    if (!isRefused)
      return sendEntry(
        service.as(ben, () => "answered"),
        entry,
      );
    refusedOnce.add(label);
    return { kind: "refused", detail: "At most 20 people may vote." };
  };
  return { service, votes, refusedOnce, send };
}

const opened = (send: (entry: Entry) => Promise<Outcome>) => new Decisions(outboxWith(send), ben.id);
const settled = (decisions: Decisions) => decisions.inOrder(async () => {});
const on = (label: number, species: typeof fox) => ({ label, stream: 5, species });

/** Decisions on this number of labels, at a service that counts requests. */
function manyLabels(count: number, fateOf: () => LinkFate = () => "answered") {
  const service = new FakeService();
  for (let i = 0; i < count; i++) service.add({ identifications: [] });
  const requests: string[] = [];
  const link = service.as(ben, fateOf);
  const counting =
    <A extends unknown[], R>(run: (...args: A) => R, nameOf: (...args: A) => string) =>
    (...args: A): R => {
      requests.push(nameOf(...args));
      return run(...args);
    };
  const counted: LabelService = {
    ...link,
    vote: counting(link.vote, () => "vote"),
    unvote: counting(link.unvote, () => "unvote"),
    voteAll: counting(link.voteAll, (votes) => `${votes.length} votes`),
  };
  const outbox = outboxOf((entries) => sendEntries(counted, entries));
  return { decisions: new Decisions(outbox, ben.id), service, requests };
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant("decide" as const),
    labels: fc.uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 3 }),
    species: fc.constantFrom(fox, otter, blank),
  }),
  fc.constant({ kind: "undo" as const }),
  fc.constant({ kind: "wait" as const }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const anyFate = fc.constantFrom<LinkFate>("answered", "answered", "lost", "answer lost", "busy");

async function run(decisions: Decisions, steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    if (each.kind === "decide") decisions.decide(each.labels.map((label) => on(label, each.species)));
    else if (each.kind === "undo") decisions.undo();
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

function expectAsShown(decisions: Decisions, votes: (label: number) => readonly number[] | undefined): void {
  for (const label of labels) {
    const shown = decisions.shown.peek().get(label);
    expect(votes(label)).toEqual(shown ? [shown.id] : []);
  }
}

describe("decisions", () => {
  test("reach the service as shown, each once, even if requests or responses are lost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.array(anyFate), async (steps, fates) => {
        const { send, votes } = faultyService(fates);
        const decisions = opened(send);
        await run(decisions, steps);
        await settled(decisions);
        expectAsShown(decisions, votes);
        expect(decisions.refused.peek().size).toBe(0);
      }),
    );
  });

  test("leave no votes after they are undone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100 }), fc.array(anyFate), async (steps, fates) => {
        const { send, votes } = faultyService(fates);
        const decisions = opened(send);
        await run(decisions, steps);
        while (decisions.undo() !== undefined);
        await settled(decisions);
        expect(decisions.shown.peek().size).toBe(0);
        for (const label of labels) expect(votes(label)).toEqual([]);
      }),
    );
  });

  test("disappear if they are refused, so that the screen shows the state of the service", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step),
        fc.array(fc.oneof(anyFate, fc.constant<Fate>("refused"))),
        async (steps, fates) => {
          const { send, votes, refusedOnce } = faultyService(fates);
          const decisions = opened(send);
          await run(decisions, steps);
          await settled(decisions);
          expectAsShown(decisions, votes);
          for (const label of decisions.refused.peek().keys()) expect(refusedOnce).toContain(label);
        },
      ),
    );
  });

  test("are sent once by the next tab if they still wait when their tab is killed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.nat({ max: 6 }), async (steps, arrive) => {
        const { send, votes } = faultyService();
        const store = memoryStore();
        let isCut = false;
        let left = arrive;
        const killed = new Decisions(
          outboxWith(async (entry) => {
            if (isCut || left-- <= 0) isCut = true;
            // The last response never arrives, so the request may have arrived or not.
            if (!isCut) return send(entry);
            if (left === -1) await send(entry);
            return new Promise(() => {});
          }, store),
          ben.id,
        );
        await run(killed, steps);
        const outbox = outboxWith(send, store);
        const decisions = new Decisions(outbox, ben.id);
        // Decisions are stored at once. The next tab sends them.
        await new Promise((resolve) => setTimeout(resolve, 0));
        await outbox.open();
        await settled(decisions);
        for (const label of labels) {
          const shown = killed.shown.peek().get(label);
          expect(votes(label)).toEqual(shown ? [shown.id] : []);
        }
      }),
    );
  });

  test("on many labels are sent in one request, and so is their undo", async () => {
    const { decisions, service, requests } = manyLabels(40);
    decisions.decide([...service.rows.keys()].map((label) => on(label, fox)));
    await settled(decisions);
    expect(requests).toEqual(["40 votes"]);
    decisions.undo();
    await settled(decisions);
    expect(requests).toEqual(["40 votes", "40 votes"]);
    for (const { identifications } of service.rows.values()) expect(identifications).toEqual([]);
  });

  test("on many labels restore the earlier state when they are undone, even if requests or responses are lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFate, { maxLength: 200 }),
        fc.nat({ max: 30 }),
        fc.nat({ max: 30 }),
        async (fates, turnsBefore, turnsAfter) => {
          const left = [...fates];
          const { decisions, service } = manyLabels(20, () => left.shift() ?? "answered");
          const all = [...service.rows.keys()];
          decisions.decide(all.slice(0, 12).map((label) => on(label, otter)));
          for (let i = 0; i < turnsBefore; i++) await Promise.resolve();
          decisions.decide(all.map((label) => on(label, fox)));
          for (let i = 0; i < turnsAfter; i++) await Promise.resolve();
          decisions.undo();
          await settled(decisions);
          const votes = all.map((label) =>
            service.rows.get(label)?.identifications.map(({ species }) => species.id),
          );
          expect(votes).toEqual(all.map((_, i) => (i < 12 ? [otter.id] : [])));
          expect(new Set(decisions.shown.peek().keys())).toEqual(new Set(all.slice(0, 12)));
        },
      ),
    );
  });

  test("show the reason if they are refused, until the label is decided again", async () => {
    const { send, votes } = faultyService(["refused"]);
    const decisions = opened(send);
    decisions.decide([on(1, fox)]);
    expect(decisions.shown.peek().get(1)).toEqual(fox);
    await settled(decisions);
    expect(decisions.shown.peek().get(1)).toBeUndefined();
    expect(decisions.refused.peek().get(1)).toBe("At most 20 people may vote.");
    decisions.decide([on(1, otter)]);
    expect(decisions.shown.peek().get(1)).toEqual(otter);
    expect(decisions.refused.peek().size).toBe(0);
    await settled(decisions);
    expect(votes(1)).toEqual([2]);
  });

  test("on a label that somebody has deleted are reported, and count as settled", async () => {
    const { send, service } = faultyService();
    const decisions = opened(send);
    service.rows.delete(1);
    decisions.decide([on(1, fox)]);
    await settled(decisions);
    expect(decisions.refused.peek().get(1)).toBe("Somebody deleted this label.");
    expect([...decisions.settled.peek()]).toEqual([1]);
    decisions.undo();
    await settled(decisions);
    expect(decisions.shown.peek().size).toBe(0);
  });

  test("can be undone, but only the last 100 of them", () => {
    const decisions = opened(faultyService().send);
    for (let each = 1; each <= 120; each++) decisions.decide([on(each, fox)]);
    let undone = 0;
    while (decisions.undo() !== undefined) undone++;
    expect(undone).toBe(100);
    expect(decisions.shown.peek().size).toBe(20);
  });
});
