import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { labelOf } from "../../../../web/labels/label.ts";
import { sendEntry } from "../../../../web/saving/send.ts";
import type { Item } from "../../../../web/screens/review/item.ts";
import { FakeService } from "../../saving/fake-service.ts";
import { ben, row } from "../../saving/row.ts";
import { outboxWith } from "./fake-outbox.ts";

// Replacements for the browser's objects that modules read when they are loaded.
const nothing = { getItem: () => null, setItem() {}, removeItem() {} };
const page = new EventTarget();
vi.stubGlobal("location", new URL("http://127.0.0.1/api/v1/app"));
vi.stubGlobal("sessionStorage", nothing);
vi.stubGlobal("localStorage", nothing);
vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
const { Decisions } = await import("../../../../web/screens/review/decisions.ts");
const { queries } = await import("../../../../web/api/query.ts");
const { Reviewing } = await import("../../../../web/screens/review/reviewing.ts");

const [fox, boar] = [1, 2].map((id) => ({ id, common_name: `${id}`, scientific_name: `${id}` }));
const item = (id: number) => ({ id, claim: fox, label: labelOf({ ...row, id }, new Set()) }) as Item;

test("keys that are pressed before the next page arrives act on no label and change no decision", async () => {
  const pages = [[item(1), item(2)], [item(3)]];
  const arrivals: (() => void)[] = [];
  const service = new FakeService();
  for (const _ of pages.flat()) service.add({ identifications: [] });
  const outbox = outboxWith((entry) =>
    sendEntry(
      service.as(ben, () => "answered"),
      entry,
    ),
  );
  const reviewing = new Reviewing(async () => {
    await new Promise<void>((resolve) => arrivals.push(resolve));
    return { items: pages.shift() ?? [], total: 100 };
  }, new Decisions(outbox, ben.id));
  const arrive = async (count: number) => {
    await vi.waitFor(() => expect(arrivals).not.toEqual([]));
    arrivals.shift()?.();
    await vi.waitFor(() => expect(reviewing.list.items.value).toHaveLength(count));
  };
  await arrive(2);
  for (let i = 0; i < 4; i++) reviewing.agree();
  if (boar) reviewing.choose(boar);
  expect([...reviewing.decisions.shown.value]).toEqual([
    [1, fox],
    [2, fox],
  ]);
  expect(reviewing.current.value).toBeUndefined();
  await arrive(3);
  expect(reviewing.current.value?.id).toBe(3);
  reviewing.close();
});

test("undoing “agree with all” also returns the labels that the list had not fetched", async () => {
  const service = new FakeService();
  for (let i = 0; i < 70; i++) service.add({ identifications: [] });
  const outbox = outboxWith((entry) =>
    sendEntry(
      service.as(ben, () => "answered"),
      entry,
    ),
  );
  const load = async (offset: number, limit: number) => {
    const open = [...service.rows.values()].filter(({ identifications }) => identifications.length === 0);
    return { items: open.slice(offset, offset + limit).map(({ id }) => item(id)), total: open.length };
  };
  const reviewing = new Reviewing(load, new Decisions(outbox, ben.id));
  const { list } = reviewing;
  await vi.waitFor(() => expect(list.items.value).toHaveLength(60));
  const all = [...service.rows.keys()].map((label) => ({ label, stream: 5, species: fox as never }));
  reviewing.agreeWithAll(all);
  expect(reviewing.agreedWith.value).toBe(70);
  expect(list.left.value).toBe(0);
  await vi.waitFor(() => expect(list.isComplete.value).toBe(true));
  expect([list.items.value.length, reviewing.isDone.value]).toEqual([60, true]);

  reviewing.undo();
  expect(reviewing.agreedWith.value).toBeUndefined();
  expect(list.left.value).toBe(70);
  for (let i = 0; i < 30; i++) reviewing.agree();
  await vi.waitFor(() => expect(list.items.value).toHaveLength(70));
  expect(list.left.value).toBe(40);
  reviewing.close();
});

describe("the decision “nothing there”, whose species must be fetched", () => {
  const blank = { id: 9, common_name: "Blank", scientific_name: "Blank" };
  const key = ["blank species"];
  const newAnswer = () => Promise.withResolvers<readonly (typeof blank)[]>();
  let answer = newAnswer();
  beforeEach(() => {
    answer = newAnswer();
    vi.spyOn(queries, "fetchQuery").mockImplementation(() => answer.promise as never);
    vi.spyOn(queries, "prefetchQuery").mockImplementation(() => answer.promise as never);
  });
  afterEach(() => queries.removeQueries({ queryKey: key }));

  async function reviewTwo() {
    const outbox = outboxWith(() => new Promise(() => {}));
    const items = [item(1), item(2)];
    const reviewing = new Reviewing(async () => ({ items, total: 2 }), new Decisions(outbox, ben.id));
    await vi.waitFor(() => expect(reviewing.list.items.value).toHaveLength(2));
    const said = () => [...reviewing.decisions.shown.value].map(([label, { id }]) => [label, id]);
    return { reviewing, said };
  }

  test("needs no network if the species was fetched before, however long ago", async () => {
    queries.setQueryData(key, [blank], { updatedAt: 1 });
    const { reviewing, said } = await reviewTwo();
    void reviewing.nothingThere();
    await vi.waitFor(() => expect(said()).toEqual([[1, 9]]));
    expect(reviewing.current.value?.id).toBe(2);
    reviewing.close();
  });

  test("says why nothing was decided, until the next move", async () => {
    const { reviewing, said } = await reviewTwo();
    const done = reviewing.nothingThere();
    answer.reject(new Error("cut"));
    await done;
    expect([reviewing.failure.value, said()]).toEqual([new Error("cut"), []]);
    reviewing.skip();
    expect(reviewing.failure.value).toBeUndefined();
    reviewing.close();
  });

  test("applies to the label that was current at the key press, and does not move a cursor that was moved meanwhile", async () => {
    const { reviewing, said } = await reviewTwo();
    const done = reviewing.nothingThere();
    reviewing.goTo(1);
    reviewing.isNaming.value = true;
    answer.resolve([blank]);
    await done;
    expect(said()).toEqual([[1, 9]]);
    expect([reviewing.current.value?.id, reviewing.isNaming.value]).toEqual([2, true]);
    reviewing.close();
  });

  test("does not replace a decision that was made meanwhile", async () => {
    const { reviewing, said } = await reviewTwo();
    const done = reviewing.nothingThere();
    reviewing.agree();
    answer.resolve([blank]);
    await done;
    expect(said()).toEqual([[1, 1]]);
    reviewing.close();
  });
});
