import { effect } from "@preact/signals";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOf, contentOfTrack } from "../../../web/labels/content.ts";
import type { Row } from "../../../web/labels/label.ts";
import type { Action, Deed, Entry } from "../../../web/saving/entry.ts";
import { newLocalLabel } from "../../../web/saving/entry.ts";
import { Outbox } from "../../../web/saving/outbox.ts";
import type { News } from "../../../web/saving/outcome.ts";
import { sendEntries } from "../../../web/saving/send-entries.ts";
import { memoryStore, type Store } from "../../../web/saving/store.ts";
import { FakeService, type Fate } from "./fake-service.ts";
import { ben } from "./row.ts";

const stream = 5;
const fox = { id: 7, common_name: "Red fox", scientific_name: "Vulpes vulpes" };

const create = (n: number): Action => ({
  kind: "create",
  content: contentOfTrack([{ box: { x1: n, y1: 0, x2: n + 10, y2: 10 }, ms: n }]),
  origin: {},
});

/** Tabs of one browser. They share the storage, a lock, and a channel. */
function browser(service: FakeService, fateOf: () => Fate) {
  const store = memoryStore();
  let last: Promise<unknown> = Promise.resolve();
  const tabs = new Set<Outbox>();
  const sent: Entry[] = [];
  const open = (own: Store = store) => {
    const killed = { now: false };
    const forever = new Promise<never>(() => {});
    const tab = new Outbox(ben.id, {
      store: { update: (change) => (killed.now ? forever : own.update(change)) },
      send: async (entries) => {
        sent.push(...entries);
        const outcomes = await sendEntries(service.as(ben, fateOf), entries);
        return killed.now ? forever : outcomes;
      },
      exclusively: (run) => {
        // A killed tab releases its lock.
        const done = last.then(() => (killed.now ? undefined : Promise.race([run(), killing])));
        last = done.catch(() => {});
        return done as ReturnType<typeof run>;
      },
      pause: async () => {
        if (killed.now) await forever;
      },
      tell: (news) => {
        for (const other of tabs) if (other !== tab) void other.heard(news);
      },
    });
    let die = () => {};
    const killing = new Promise<undefined>((resolve) => {
      die = () => resolve(undefined);
    });
    tabs.add(tab);
    void tab.open();
    const kill = () => {
      killed.now = true;
      tab.close();
      tabs.delete(tab);
      die();
    };
    return { tab, kill };
  };
  return { open, store, sent };
}

async function settled({ store }: { store: Store }, isDone: (entries: readonly Entry[]) => boolean) {
  for (let i = 0; i < 2000; i++) {
    // Waits until the latest changes are stored.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (isDone(await store.update((entries) => entries))) return;
  }
  throw new Error("Entries are left.");
}

const fates = fc.infiniteStream(fc.constantFrom<Fate>("answered", "answered", "lost", "answer lost", "busy"));

describe("the outbox", () => {
  test("makes each label once, whichever requests are lost and whichever tab is killed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fates,
        fc.array(fc.record({ tab: fc.nat({ max: 1 }), killAfter: fc.nat({ max: 12 }) }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (fate, drawn) => {
          const service = new FakeService();
          const shared = browser(service, () => fate.next().value ?? "answered");
          const tabs = [shared.open(), shared.open()];
          for (const [n, { tab, killAfter }] of drawn.entries()) {
            const label = newLocalLabel();
            tabs[tab]?.tab.add(stream, [
              { label, action: create(n) },
              { label, action: { kind: "vote", species: fox, isFor: true } },
            ]);
            // The change is stored before a tab is killed. Until then, the page shows it as unsaved.
            await settled(shared, () =>
              (tabs[tab]?.tab.entries.peek() ?? []).every(({ order }) => order > 0),
            );
            for (let i = 0; i < killAfter; i++) await Promise.resolve();
            if (killAfter > 8) {
              tabs[tab]?.kill();
              tabs[tab] = shared.open();
            }
          }
          await settled(shared, (entries) => entries.length === 0);
          const rows = [...service.rows.values()];
          expect(rows.map(({ start }) => start).sort()).toEqual(
            drawn.map((_, n) => `00:00:00.00${n}`).sort(),
          );
          for (const { identifications } of rows) {
            expect(identifications.map(({ species }) => species.id)).toEqual([fox.id]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("sends each entry from only one of several open tabs", async () => {
    const service = new FakeService();
    const shared = browser(service, () => "answered");
    const tabs = [shared.open(), shared.open(), shared.open()];
    for (let n = 0; n < 6; n++) tabs[n % 3]?.tab.add(stream, [{ label: newLocalLabel(), action: create(n) }]);
    await settled(shared, (entries) => entries.length === 0);
    expect(shared.sent.map(({ key }) => key)).toHaveLength(6);
    for (const { tab } of tabs) expect(tab.entries.peek()).toEqual([]);
  });

  test("sends changes of one label in their order, undisturbed by others' votes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fates,
        fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 6 }),
        async (fate, moves) => {
          const service = new FakeService();
          const before = service.add({});
          const shared = browser(service, () => fate.next().value ?? "answered");
          const { tab } = shared.open();
          let row: Row = before;
          for (const x of moves) {
            const content = contentOf(row);
            const [first, ...rest] = content.keypoints;
            const after = first
              ? { ...content, keypoints: [{ ...first, box: { ...first.box, x1: x } }, ...rest] }
              : content;
            tab.add(stream, [
              { label: row.id, etag: before.etag, action: { kind: "change", before: content, after } },
            ]);
            row = {
              ...row,
              keypoints: after.keypoints.map(({ box }, i) => ({ box, time: row.keypoints[i]?.time ?? "" })),
            };
            await service.as({ ...ben, id: 9 }, () => "answered").vote(before.id, fox.id, "key");
          }
          await settled(shared, (entries) => entries.length === 0);
          expect(service.rows.get(before.id)?.keypoints[0]?.box.x1).toBe(moves.at(-1));
          expect(service.rows.get(before.id)?.identifications).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("sends no outdated version with a change that is made while an earlier one is still being sent", async () => {
    const service = new FakeService();
    const before = service.add({});
    const shared = browser(service, () => "answered");
    const released = Promise.withResolvers<void>();
    const isSent = () => service.rows.get(before.id)?.etag !== before.etag;
    const { tab } = shared.open({
      update: async (change) => {
        if (isSent()) await released.promise;
        return shared.store.update(change);
      },
    });
    const content = contentOf(before);
    const moved = (from: number, to: number): Deed & { readonly etag: string } => ({
      label: before.id,
      etag: before.etag,
      action: { kind: "change", before: { ...content, startMs: from }, after: { ...content, startMs: to } },
    });
    tab.add(stream, [moved(content.startMs, 700)]);
    await expect.poll(isSent).toBe(true);
    tab.add(stream, [moved(700, 500)]);
    released.resolve();
    await settled(shared, (entries) => entries.length === 0);
    expect(service.rows.get(before.id)?.start).toBe("00:00:00.500");
    expect(shared.sent.map(({ etag }) => etag)).toEqual([before.etag, undefined]);
  });

  test("holds a change that conflicts with somebody else's change, and later changes, until the person decides", async () => {
    const service = new FakeService();
    const before = service.add({});
    const shared = browser(service, () => "answered");
    const { tab } = shared.open();
    service.change(before.id, { startMs: 500 });
    const content = contentOf(before);
    const vote: Deed = { label: before.id, action: { kind: "vote", species: fox, isFor: true } };
    tab.add(stream, [
      {
        label: before.id,
        etag: before.etag,
        action: { kind: "change", before: content, after: { ...content, startMs: 700 } },
      },
      vote,
    ]);
    await settled(shared, ([first]) => first?.trouble?.kind === "conflict");
    expect(service.rows.get(before.id)).toMatchObject({ start: "00:00:00.500", identifications: [] });

    // "Put mine back" applies to the label as it is now.
    const theirs = service.rows.get(before.id);
    const [entry] = tab.entries.peek();
    tab.retry(entry?.key ?? "", (each) => ({
      ...each,
      action: { kind: "change", before: contentOf(theirs ?? before), after: { ...content, startMs: 700 } },
    }));
    await settled(shared, (entries) => entries.length === 0);
    expect(service.rows.get(before.id)).toMatchObject({ start: "00:00:00.700" });
    expect(service.rows.get(before.id)?.identifications).toHaveLength(1);
  });

  test("keeps two people's changes of different parts of a label", async () => {
    const service = new FakeService();
    const before = service.add({});
    const shared = browser(service, () => "answered");
    const { tab } = shared.open();
    service.change(before.id, { notes: { behaviour: "drinking" } });
    const content = contentOf(before);
    tab.add(stream, [
      {
        label: before.id,
        etag: before.etag,
        action: { kind: "change", before: content, after: { ...content, startMs: 700 } },
      },
    ]);
    await settled(shared, (entries) => entries.length === 0);
    expect(service.rows.get(before.id)).toMatchObject({
      start: "00:00:00.700",
      observation: { behaviour: "drinking" },
    });
  });

  test("asks again before a deletion when somebody has voted meanwhile", async () => {
    const service = new FakeService();
    const before = service.add({});
    const shared = browser(service, () => "answered");
    const { tab } = shared.open();
    await service.as({ ...ben, id: 9 }, () => "answered").vote(before.id, fox.id, "key");
    tab.add(stream, [{ label: before.id, etag: before.etag, action: { kind: "remove", before } }]);
    await settled(shared, ([first]) => first?.trouble?.kind === "conflict");
    expect(service.rows.has(before.id)).toBe(true);
    tab.drop(tab.entries.peek()[0]?.key ?? "");
    await settled(shared, (entries) => entries.length === 0);
    expect(service.rows.has(before.id)).toBe(true);
  });

  test("drops the changes of a label that somebody else deleted, and reports the deletion", async () => {
    const service = new FakeService();
    const before = service.add({});
    service.rows.delete(before.id);
    const shared = browser(service, () => "answered");
    const { tab } = shared.open();
    const told: News[] = [];
    tab.listen((news) => told.push(...news));
    tab.add(stream, [{ label: before.id, action: { kind: "vote", species: fox, isFor: true } }]);
    await settled(shared, (entries) => entries.length === 0);
    expect(told).toEqual([{ stream, label: before.id, id: before.id, row: undefined, isGone: true }]);
  });

  test("keeps a refused label with the service's reason, and continues with other labels", async () => {
    const service = new FakeService();
    const shared = browser(service, () => "answered");
    const { tab } = shared.open();
    const bad: Action = {
      kind: "create",
      content: { ...contentOf(service.add({})), keypoints: [] },
      origin: {},
    };
    const label = newLocalLabel();
    tab.add(stream, [
      { label, action: bad },
      { label: newLocalLabel(), action: create(1) },
    ]);
    await settled(shared, (entries) => entries.length === 1 && entries[0]?.trouble !== undefined);
    expect(tab.entries.peek()).toMatchObject([
      { label, trouble: { kind: "refused", detail: "Problem 400." } },
    ]);
    expect(service.rows.size).toBe(2);
  });

  test("counts a change as kept only after the browser has stored it", async () => {
    const service = new FakeService();
    const shared = browser(service, () => "answered");
    const stored = Promise.withResolvers<void>();
    const slow: Store = { update: (change) => stored.promise.then(() => shared.store.update(change)) };
    const { tab } = shared.open(slow);
    const seen: string[] = [];
    const end = effect(() => {
      seen.push(`${tab.entries.value.length} ${tab.isKept.value ? "kept" : "not kept"}`);
    });
    tab.add(stream, [
      { label: newLocalLabel(), action: create(1) },
      { label: newLocalLabel(), action: create(2) },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.at(-1)).toBe("2 not kept");
    expect(shared.sent).toEqual([]);
    stored.resolve();
    await settled(shared, () => tab.entries.peek().length === 0);
    end();
    expect(seen.slice(seen.lastIndexOf("2 not kept") + 1)).toEqual(["2 kept", "1 kept", "0 kept"]);
  });

  test("works within one tab if the browser cannot store anything", async () => {
    const service = new FakeService();
    const shared = browser(service, () => "answered");
    const full: Store = { update: () => Promise.reject(new Error("full")) };
    const { tab } = shared.open(full);
    tab.add(stream, [{ label: newLocalLabel(), action: create(1) }]);
    expect(tab.isKept.peek()).toBe(false);
    await settled(shared, () => service.rows.size === 1 && tab.entries.peek().length === 0);
    expect(tab.canKeep.peek()).toBe(false);
    expect(tab.isKept.peek()).toBe(true);
  });
});
