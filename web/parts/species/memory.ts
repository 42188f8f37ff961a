import { type ReadonlySignal, signal } from "@preact/signals";
import { store, stored } from "../../stored.ts";

/** The species that this browser remembers: only their scientific names. */
export type SpeciesMemory = {
  /** Favourites of the digits 1 to 9. */
  readonly favourites: readonly (string | null)[];
  /** Species that were chosen last, the latest first. */
  readonly recent: readonly string[];
};

const storageKey = "species";
const maxRecent = 8;
const digits = 9;
const nothing: SpeciesMemory = { favourites: Array.from({ length: digits }, () => null), recent: [] };

const memory = signal(parseMemory(stored(storageKey)));
export const speciesMemory: ReadonlySignal<SpeciesMemory> = memory;

/** Remembers that a species was chosen. */
export function remember(name: string): void {
  write(withRecent(memory.peek(), name));
}

/** Makes a species the favourite of a digit, 1 to 9. If it already is the favourite of this digit, removes it. */
export function keepFavourite(name: string, digit: number): void {
  write(withFavourite(memory.peek(), name, digit));
}

/** Returns the species' own digit, or the first digit without a species. */
export function digitFor(name: string): number {
  const { favourites } = memory.peek();
  const own = favourites.indexOf(name);
  return (own >= 0 ? own : Math.max(0, favourites.indexOf(null))) + 1;
}

export function withRecent({ favourites, recent }: SpeciesMemory, name: string): SpeciesMemory {
  return { favourites, recent: [name, ...recent.filter((each) => each !== name)].slice(0, maxRecent) };
}

export function withFavourite(
  { favourites, recent }: SpeciesMemory,
  name: string,
  digit: number,
): SpeciesMemory {
  const isThere = favourites[digit - 1] === name;
  return {
    favourites: favourites.map((each, i) =>
      i === digit - 1 && !isThere ? name : each === name ? null : each,
    ),
    recent,
  };
}

function write(next: SpeciesMemory): void {
  memory.value = next;
  store(storageKey, next);
}

/** Parses the stored memory. Invalid parts are ignored. */
export function parseMemory(text: string | null): SpeciesMemory {
  if (text === null) return nothing;
  try {
    const parsed: unknown = JSON.parse(text);
    const { favourites = [], recent = [] }: { favourites?: unknown; recent?: unknown } =
      typeof parsed === "object" && parsed !== null ? parsed : {};
    const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
    return {
      favourites: nothing.favourites.map((_, i) => {
        const name = list(favourites)[i];
        return typeof name === "string" ? name : null;
      }),
      recent: list(recent)
        .filter((name) => typeof name === "string")
        .slice(0, maxRecent),
    };
  } catch {
    return nothing;
  }
}
