import { createHash } from "node:crypto";

/** A key attribute of the table or of an index: its name and DynamoDB type. */
export type KeyAttribute = { readonly name: string; readonly type: "S" | "N" };

export type Index = {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
  /** The attributes copied in addition to the keys: none (`keys`), all, or these. */
  readonly projection: "keys" | "all" | readonly string[];
};

/**
 * The shape of the table, read by CDK, the local stack and the tests. An item is in an index if and only if it has
 * both of that index's key attributes.
 */
export const tableSchema = {
  partitionKey: { name: "pk", type: "S" },
  sortKey: { name: "sk", type: "S" },
  /** Epoch seconds after which DynamoDB deletes an item. */
  timeToLive: "exp",
  indexes: [
    // The annotations of a stream, by id.
    {
      name: "byVideostream",
      partitionKey: { name: "gVideostream", type: "N" },
      sortKey: { name: "gId", type: "N" },
      projection: "all",
    },
    // The annotations of an observer, by id.
    {
      name: "byObserver",
      partitionKey: { name: "gObserver", type: "S" },
      sortKey: { name: "gId", type: "N" },
      projection: "all",
    },
    // The streams of a duration bucket, by start. Live streams have a bucket of their own.
    {
      name: "byTimespan",
      partitionKey: { name: "gClass", type: "S" },
      sortKey: { name: "gStart", type: "S" },
      projection: ["endMs"],
    },
    // The streams of a capture source, by duration bucket and start.
    {
      name: "byCapturesource",
      partitionKey: { name: "gSource", type: "N" },
      sortKey: { name: "gClassStart", type: "S" },
      projection: ["endMs"],
    },
    // The annotations that start on a day in UTC, by time, then id.
    {
      name: "byTime",
      partitionKey: { name: "gDay", type: "S" },
      sortKey: { name: "gTime", type: "S" },
      projection: "keys",
    },
  ],
} as const satisfies {
  partitionKey: KeyAttribute;
  sortKey: KeyAttribute;
  timeToLive: string;
  indexes: readonly Index[];
};

export type IndexName = (typeof tableSchema)["indexes"][number]["name"];

/** Prefix of the rate limit counters: the only items that every function may change. */
export const rateLimitPrefix = "B#";

export const placesPartition = "L#places";

const childCountPrefix = "REF#";
const copyPiecePrefix = "P#";
const historyPrefix = "H#";
const siteKeyPrefix = "KEY#";

/**
 * Maximum length of a name in a key. A partition key has at most 2,048 bytes, so longer names are replaced with their
 * hash, in a form that no name has.
 */
const maxNameCharacters = 500;

/** The partition of all species with this name. */
export function speciesNames(nameKey: string): string {
  return `N#${shortName(nameKey)}`;
}

/** The name, or its hash if it does not fit into a key. */
export function shortName(nameKey: string): string {
  if (nameKey.length <= maxNameCharacters) return nameKey;
  return ` ${createHash("sha256").update(nameKey).digest("base64url")}`;
}

/** The keys of all kinds of items, in one place so that no two kinds collide. */
export const keys = {
  user: (id: number) => ({ pk: `U#${id}`, sk: "U" }),
  captureSource: (id: number) => ({ pk: `C#${id}`, sk: "C" }),
  siteKey: (id: number) => ({ pk: `K#${id}`, sk: "K" }),
  /** A site key of a capture source, stored next to the source. */
  siteKeyOfSource: (source: number, id: number) => ({
    pk: `C#${source}`,
    sk: `${siteKeyPrefix}${String(id).padStart(16, "0")}`,
  }),
  siteKeyPrefix,
  annotation: (id: number) => ({ pk: `A#${id}`, sk: "A" }),
  species: (id: number) => ({ pk: `S#${id}`, sk: "S" }),
  /** A species under one of its names, normalised by `nameKey`. */
  speciesName: (nameKey: string, species: number) => ({ pk: speciesNames(nameKey), sk: String(species) }),
  /** A record under a word of its name. `tail` is the name from this word on. Names have no tabs (see `nameKey`). */
  namePrefix: (type: NamedType, tail: string, id: number | undefined) => ({
    pk: `P#${type}#${String.fromCodePoint(tail.codePointAt(0) ?? 0)}`,
    sk: id === undefined ? tail : `${tail}\t${id}`,
  }),
  videoStream: (id: number) => ({ pk: `V#${id}`, sk: "V" }),
  media: (id: number) => ({ pk: `M#${id}`, sk: "M" }),
  /** The copy of a stream's video. */
  copy: (stream: number) => ({ pk: `Y#${stream}`, sk: "Y" }),
  /** A piece of a copy, stored next to it. `startMs` has up to twelve digits: 31 years. */
  copyPiece: (stream: number, startMs: number, sha256: string) => ({
    pk: `Y#${stream}`,
    sk: `${copyPiecePrefix}${String(startMs).padStart(12, "0")}#${sha256.slice(0, 16)}`,
  }),
  copyPiecePrefix,
  /** The minutes of video that were queued to be copied on a day, such as `2026-03-01`. */
  copyQuota: (day: string) => ({ pk: "QUOTA#copies", sk: day }),
  upload: (id: number) => ({ pk: `F#${id}`, sk: "F" }),
  /** The bytes of new uploads of a user or capture source on a day, such as `2026-03-01`. */
  uploadQuota: (maker: string, day: string) => ({ pk: `QUOTA#${maker}`, sk: day }),
  export: (id: number) => ({ pk: `J#${id}`, sk: "EXPORT" }),
  import: (id: number) => ({ pk: `T#${id}`, sk: "IMPORT" }),
  /** The number of a user's unfinished jobs. */
  jobQuota: (user: number) => ({ pk: `QUOTA#user ${user}`, sk: "jobs" }),
  /** The owner of a unique value. */
  unique: (kind: UniqueKind, value: string | number) => ({ pk: `Q#${kind}#${value}`, sk: "Q" }),
  /** A version of a record, and what it replaced, stored next to the record (see shared/store/history/). */
  history: ({ pk }: { readonly pk: string }, version: number) => ({
    pk,
    sk: `${historyPrefix}${String(version).padStart(8, "0")}`,
  }),
  historyPrefix,
  /** An observer that was typed in a record before. `digest` stands for the text in histories. */
  typedObserver: (digest: string) => ({ pk: `OBS#${digest}`, sk: "O" }),
  /** The latest changes of the records of a lane (see shared/index/changes/). */
  lane: (lane: number) => ({ pk: "CHANGES", sk: String(lane).padStart(3, "0") }),
  /** Earlier changes of a lane. `first` is the position of the first one. */
  fullLane: (lane: number, first: number) => ({
    pk: `CHANGES#${lane}`,
    sk: String(first).padStart(12, "0"),
  }),
  /** The cursor of changes in an hour, such as `2026-03-01T06`. */
  checkpoint: (ms: number) => ({ pk: "CHANGES#at", sk: new Date(ms).toISOString().slice(0, 13) }),
  /** The last id assigned. */
  counter: (type: RecordType) => ({ pk: `SEQ#${type}`, sk: "N" }),
  /** The record that an idempotent request created. */
  idempotency: (digest: string) => ({ pk: `I#${digest}`, sk: "I" }),
  /** A caller's rate limit counter. The caller is hashed, since users are named by e-mail address here. */
  rateLimit: (caller: string) => ({
    pk: `${rateLimitPrefix}${createHash("sha256").update(caller).digest("base64url")}`,
    sk: "B",
  }),
  /** One of the counters whose sum is the number of a record's children (see child-guard.ts). */
  childCount: ({ pk }: { readonly pk: string }, shard: number) => ({
    pk,
    sk: `${childCountPrefix}${String(shard).padStart(2, "0")}`,
  }),
  childCountPrefix,
  /** A pending task for a record (see tasks.ts). */
  task: (kind: TaskKind, id: number) => ({
    pk: `W#${sharedTasks.has(kind) ? "times" : kind}`,
    sk: `${sharedTasks.get(kind) ?? ""}${String(id).padStart(16, "0")}`,
  }),
  /** A value of a list's records (see listed-values.ts). */
  listedValue: (list: string, value: number) => ({ pk: `E#${list}`, sk: String(value).padStart(16, "0") }),
  /** Exists when every record has the data that lists need and that older versions did not write (see completed.ts). */
  completed: (what: string) => ({ pk: `DONE#${what}`, sk: "D" }),
  /** The places of 512 capture sources in one item. `item` is the item's number (see places.ts). */
  places: (item: number) => ({ pk: placesPartition, sk: String(item).padStart(14, "0") }),
  /** The description of all records together. */
  dataset: { pk: "DATASET", sk: "D" },
  /** The service's secret: the key of pseudonyms. */
  secret: { pk: "SECRET", sk: "D" },
  /** The number of enabled admins. */
  adminCount: { pk: "COUNT#admin", sk: "N" },
} as const;

export type UniqueKind =
  | "cut"
  | "display_name"
  | "email"
  | "ext"
  | "external_taxon_id"
  | "fingerprint"
  | "scientific_name"
  | "site_id";
export type RecordType = "A" | "C" | "F" | "J" | "M" | "S" | "T" | "U" | "V";
/** Types that can be searched by the beginning of a word of the name. */
export type NamedType = "C" | "S";

/**
 * - `media`: a file may have no record, or a record no file.
 * - `deleted-stream`: the media cut from a deleted stream must be deleted.
 * - `ended-stream`: media cut from a stream may extend beyond its end.
 * - `moved-stream`: annotations of a stream may have times by its earlier start.
 * - `moved-source`: annotations of a capture source may have times by its earlier time zone.
 * - `video`: an upload may have expired, or its file may have no stream.
 * - `export`: an export has work left for the worker.
 * - `ended-export`: the files or the record of an ended export must be deleted.
 * - `import`: an import has work left for the worker.
 * - `copy`: a copy has work left for the worker.
 * - `unused-copy`: a copy may be unused, or of another video than its stream's.
 * - `idle-import`: the files or the record of an unused import must be deleted.
 */
export type TaskKind =
  | "media"
  | "deleted-stream"
  | "ended-stream"
  | "moved-stream"
  | "moved-source"
  | "video"
  | "export"
  | "ended-export"
  | "copy"
  | "unused-copy"
  | "import"
  | "idle-import";

/** Kinds of tasks that share a partition, so that one Query reads them all, and the prefixes of their sort keys. */
const sharedTasks: ReadonlyMap<TaskKind, string> = new Map([
  ["moved-source", "C"],
  ["moved-stream", "V"],
]);
