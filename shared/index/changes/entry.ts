import { take, varint } from "./varint.ts";

/** Number of lanes. With fewer, 32 concurrent writers conflict more often (docs/adr/0038). */
export const laneCount = 128;

/** The types of records whose changes are in the lanes. Their order is stored. */
export const changeTypes = ["annotation", "videostream", "capturesource", "species"] as const;
type ChangeType = (typeof changeTypes)[number];

/** The kinds of changes. Their order is stored. */
const changeKinds = ["created", "updated", "deleted", "restored"] as const;

/** A change of a record, without its content. */
export type NotedChange = {
  readonly type: ChangeType;
  readonly id: number;
  /** The record's version after the change. */
  readonly version: number;
  readonly change: (typeof changeKinds)[number];
  /** The stream of an annotation. */
  readonly videostream: number | undefined;
};

/** A change as a lane has it. `atMs` is exact to the second. */
export type Entry = NotedChange & { readonly atMs: number };

/** The lane of a record depends on its id alone, so that one Query reads the latest changes of all types. */
export function laneOf(id: number): number {
  return (id - 1) % laneCount;
}

/** Returns the stored form of a change: 4 to 12 bytes. */
export function packEntry(
  { type, id, version, change, videostream = 0 }: NotedChange,
  seconds: number,
): number[] {
  const kind = changeTypes.indexOf(type) * changeKinds.length + changeKinds.indexOf(change);
  const numbers = [kind, (id - 1 - laneOf(id)) / laneCount, version, seconds];
  return [...numbers, ...(type === "annotation" ? [videostream] : [])].flatMap(varint);
}

/** @param baseMs the time from which the entries count seconds */
export function unpackEntries(log: Uint8Array, lane: number, baseMs: number): readonly Entry[] {
  const entries: Entry[] = [];
  const reader = { bytes: log, at: 0 };
  while (reader.at < log.length) {
    const kind = take(reader);
    const type = changeTypes[Math.floor(kind / changeKinds.length)];
    const change = changeKinds[kind % changeKinds.length];
    if (type === undefined || change === undefined) throw new RangeError(`Unknown kind of change: ${kind}`);
    entries.push({
      type,
      change,
      id: take(reader) * laneCount + lane + 1,
      version: take(reader),
      atMs: baseMs + take(reader) * 1000,
      videostream: type === "annotation" ? take(reader) : undefined,
    });
  }
  return entries;
}
