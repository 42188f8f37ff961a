import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { store, stored } from "../../stored.ts";

const storageKey = "reviewed today";

type Count = { readonly day: string; readonly count: number };

/** Replaces the storage in browsers without one. */
let memory: Count | undefined;

const shown = signal(read());

/** Number of labels reviewed today in this browser. */
export const reviewedToday: ReadonlySignal<number> = computed(() => shown.value.count);

/** @param by number of labels to add; negative after an undo */
export function countReviewed(by: number): void {
  const { day, count } = read();
  shown.value = { day, count: Math.max(0, count + by) };
  if (!store(storageKey, shown.value)) memory = shown.value;
}

function read(): Count {
  const day = new Date().toDateString();
  const last = memory ?? readStored();
  return last?.day === day ? last : { day, count: 0 };
}

function readStored(): Count | undefined {
  try {
    const { day, count }: { day?: unknown; count?: unknown } = JSON.parse(stored(storageKey) ?? "{}") ?? {};
    return typeof day === "string" && typeof count === "number" ? { day, count } : undefined;
  } catch {
    return undefined;
  }
}
