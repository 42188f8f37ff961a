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
