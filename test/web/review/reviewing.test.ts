import { expect, test, vi } from "vitest";
import { labelOf } from "../../../web/labels/label.ts";
import { sendEntry } from "../../../web/saving/send.ts";
import type { Item } from "../../../web/screens/review/item.ts";
import { FakeService } from "../saving/fake-service.ts";
import { ben, row } from "../saving/row.ts";
import { outboxWith } from "./fake-outbox.ts";

// What the modules look at when they are loaded.
const nothing = { getItem: () => null, setItem() {}, removeItem() {} };
const page = new EventTarget();
vi.stubGlobal("location", new URL("http://127.0.0.1/api/v1/app"));
vi.stubGlobal("sessionStorage", nothing);
vi.stubGlobal("localStorage", nothing);
vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
const { Decisions } = await import("../../../web/screens/review/decisions.ts");
const { Reviewing } = await import("../../../web/screens/review/reviewing.ts");

const [fox, boar] = [1, 2].map((id) => ({ id, common_name: `${id}`, scientific_name: `${id}` }));
const item = (id: number) => ({ id, claim: fox, label: labelOf({ ...row, id }, new Set()) }) as Item;

test("keys that come before the next page are for no label, and change no decision", async () => {
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

test("labels beyond the fetched ones that were agreed with at once come back into the list when it is taken back", async () => {
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
