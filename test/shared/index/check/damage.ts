import {
  count,
  decodeBits,
  emptyBits,
  encodeBits,
  hasPlace,
  places,
  withPlace,
} from "../../../../shared/index/bits.ts";
import { idAt, parseSegmentKey } from "../../../../shared/index/position.ts";
import { termKey } from "../../../../shared/index/term.ts";
import { listedTypes } from "../../../../shared/store/listed-types.ts";
import type { Item, Key } from "../../../../shared/table/table.ts";
import { below, oneOf, type Random } from "../../../support/seeded-random.ts";

export type SegmentItem = Key & { readonly ver: number; readonly n: number; readonly bits: Uint8Array };

export function isSegment(item: Key): item is SegmentItem {
  return item.pk.startsWith("X#");
}

/** Ways to damage a segment. A function that returns `undefined` removes it. */
const damages: readonly ((segment: SegmentItem, random: Random) => SegmentItem | undefined)[] = [
  // Flips some bits.
  (segment, random) =>
    flipped(
      segment,
      Array.from({ length: 1 + below(random, 5) }, () => below(random, 4096)),
    ),
  (segment, random) => flipped(segment, [oneOf(random, [0, ...bitsOf(segment)])]),
  (segment) => flipped(segment, bitsOf(segment)),
  // Clears every correct bit and sets wrong bits.
  (segment) => flipped(segment, [...bitsOf(segment), ...bitsOf(segment).map((place) => (place + 7) % 4096)]),
  () => undefined,
  (segment) => ({ ...segment, n: segment.n + 1 }),
  (segment) => ({ ...flipped(segment, [1, 2]), n: 0 }),
  (segment) => ({ ...segment, bits: Uint8Array.of(9, 9) }),
];

/** Damages a share of the segments and adds segments for terms that no record has. */
export function damaged(items: readonly Key[], random: Random, share: number): readonly Key[] {
  const extra = items.filter(isSegment).flatMap((segment) => {
    if (random() > share / 4) return [];
    const { sk } = segment;
    const { partition, prefix } = termKey("annotation", ["kv", "unknown", String(random())]);
    const stray = { ...segment, pk: partition, sk: `${prefix}${sk.split("#").slice(-2).join("#")}` };
    return [random() < 0.3 ? { ...flipped(stray, bitsOf(stray)), n: 3 } : stray];
  });
  const kept = items.flatMap((item) => {
    if (!isSegment(item) || random() > share) return [item];
    return oneOf(random, damages)(item, random) ?? [];
  });
  return [...kept, ...extra];
}

function flipped(segment: SegmentItem, some: readonly number[]): SegmentItem {
  const before = decodeBits(segment.bits);
  const bits = some.reduce((all, place) => withPlace(all, place, !hasPlace(all, place)), before);
  return { ...segment, n: count(bits), bits: encodeBits(bits) };
}

function bitsOf({ bits }: SegmentItem): readonly number[] {
  return places(decodeBits(bits), true);
}

/** Finds all faults of the index by checking each bit. Returns a line for each fault, sorted. */
export function indexFaults(items: readonly Item[]): readonly string[] {
  const expected = new Set(
    items.flatMap((item) =>
      listedTypes.flatMap(({ type, read }) => {
        const record = read(item);
        return (record?.terms ?? []).map((term) => {
          const { partition, prefix } = termKey(type, term);
          return `${[partition, prefix].filter(Boolean).join(" ")} ${record?.id}`;
        });
      }),
    ),
  );
  const segments = (items as readonly Key[]).filter(isSegment);
  const lines = segments.flatMap((segment) => {
    const where = parseSegmentKey(segment.sk);
    const term = [segment.pk, segment.sk.slice(0, -11)].filter(Boolean).join(" ");
    const isReadable = (segment.bits[0] ?? 9) < 4;
    const bits = isReadable ? decodeBits(segment.bits) : emptyBits();
    const flaw = isReadable ? segment.n !== count(bits) && "miscounted" : "unreadable";
    const pairs = places(bits, true).map((place) => `${term} ${idAt({ ...where, place })}`);
    const stale = pairs.filter((pair) => !expected.delete(pair)).map((pair) => `${pair} stale`);
    return flaw ? [...stale, `${term} ${where.superblock}/${where.stripe} ${flaw}`] : stale;
  });
  return [...lines, ...[...expected].map((pair) => `${pair} missing`)].sort();
}
