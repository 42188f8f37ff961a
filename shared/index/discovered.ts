import { atMost } from "../runtime/at-most.ts";
import { type Bits, clearPlace, clearPlaces, places } from "./bits.ts";
import type { Dimension } from "./count-ids.ts";
import { concurrency, readAny } from "./dimensions.ts";
import { idAt, parseSegmentKey, segmentKey } from "./position.ts";
import type { Term } from "./term.ts";

/** Number of records in the first sample. Each later sample has twice as many, up to the maximum. */
const firstSample = 128;
const maxSample = 1024;

/** The value of a record, and a term of which all ids have this value. */
export type FoundValue<V> = { readonly value: V; readonly term: Term };

/**
 * A dimension whose values are not known in advance. It reads the records of a sample of ids, and then all ids of the
 * values that it finds there. It repeats this with the remaining ids until none are left. Values of many ids are found
 * in the first samples.
 * @param look returns the values of the records with these ids. Deleted records are left out
 */
export function discovered<V>(
  look: (ids: readonly number[]) => Promise<readonly FoundValue<V>[]>,
): Dimension<V> {
  return {
    read: async (table, type, within, take) => {
      const inTurn = atMost(concurrency);
      const known = new Set<string>();
      const left = new Map([...within].map(([key, { bits }]) => [key, bits.slice()]));
      let more = true;
      const readValue = async ({ value, term }: FoundValue<V>) => {
        if (!more) return;
        const segments = await readAny(table, type, [term], within);
        more &&= take({ value, segments });
        for (const segment of segments) {
          const bits = left.get(segmentKey(segment));
          if (bits) clearPlaces(bits, segment.bits);
        }
      };
      for (let size = firstSample; more; size = Math.min(2 * size, maxSample)) {
        // Each id is in one sample only, even if its record changes in the meantime.
        const sample = takeSample(left, size);
        if (sample.length === 0) return;
        const found = new Map((await look(sample)).map((each) => [JSON.stringify(each.term), each]));
        const news = [...found].filter(([name]) => !known.has(name));
        for (const [name] of news) known.add(name);
        await Promise.all(news.map(([, each]) => inTurn(() => readValue(each))));
      }
    },
  };
}

/** The golden ratio: the fractional parts of its multiples are spread evenly from 0 to 1. */
const spread = 0.618;

/** Removes at most `size` ids from `left`, spread over all of its segments, and returns them. */
function takeSample(left: Map<string, Bits>, size: number): readonly number[] {
  for (const [key, bits] of left) if (bits.every((byte) => byte === 0)) left.delete(key);
  const segments = [...left];
  const each = Math.max(1, Math.floor(size / segments.length));
  const sample: number[] = [];
  for (let i = 0; i < Math.min(size, segments.length); i++) {
    const [key, bits] = segments[Math.floor((i * segments.length) / Math.min(size, segments.length))] ?? [];
    if (key === undefined || bits === undefined) continue;
    const set = places(bits, true);
    for (let n = 0; n < Math.min(each, set.length); n++) {
      const at = Math.floor(((n + ((i * spread) % 1)) * set.length) / Math.min(each, set.length));
      const place = set[at] ?? 0;
      clearPlace(bits, place);
      sample.push(idAt({ ...parseSegmentKey(key), place }));
    }
  }
  return sample;
}
