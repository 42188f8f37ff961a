import { createHash } from "node:crypto";

/** A key attribute of the table or of an index: its name and DynamoDB type. */
export type KeyAttribute = { readonly name: string; readonly type: "S" | "N" };

export type Index = {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
  /** The attributes copied beside the keys; `all` copies the whole item. */
  readonly projection: "all" | readonly string[];
};

/**
 * The one table's shape, read by CDK, the local stack and the tests. An item is in an index exactly when
 * it has that index's two attributes.
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
    // Streams of one duration class in order of start; the live ones are a class of their own.
    {
      name: "byTimespan",
      partitionKey: { name: "gClass", type: "S" },
      sortKey: { name: "gStart", type: "S" },
      projection: ["endMs"],
    },
    // The streams of a capture source, by duration class and start.
    {
      name: "byCapturesource",
      partitionKey: { name: "gSource", type: "N" },
      sortKey: { name: "gClassStart", type: "S" },
      projection: ["endMs"],
    },
  ],
} as const satisfies {
  partitionKey: KeyAttribute;
  sortKey: KeyAttribute;
  timeToLive: string;
  indexes: readonly Index[];
};

export type IndexName = (typeof tableSchema)["indexes"][number]["name"];

/** Where each caller's budget is counted: the only items that every function may change. */
export const budgetPrefix = "B#";

const childCountPrefix = "REF#";
const siteKeyPrefix = "KEY#";

/** A partition key has at most 2,048 bytes; a longer name is a hash, in a form that no name has. */
const maxNameCharacters = 500;

/** The partition of the species of one name. */
export function speciesNames(nameKey: string): string {
  if (nameKey.length <= maxNameCharacters) return `N#${nameKey}`;
  return `N# ${createHash("sha256").update(nameKey).digest("base64url")}`;
}

/** Keys of items, in one place so that no two kinds can meet. */
export const keys = {
  user: (id: number) => ({ pk: `U#${id}`, sk: "U" }),
  captureSource: (id: number) => ({ pk: `C#${id}`, sk: "C" }),
  siteKey: (id: number) => ({ pk: `K#${id}`, sk: "K" }),
  /** Beside the source: which keys it has. */
  siteKeyOfSource: (source: number, id: number) => ({
    pk: `C#${source}`,
    sk: `${siteKeyPrefix}${String(id).padStart(16, "0")}`,
  }),
  siteKeyPrefix,
  annotation: (id: number) => ({ pk: `A#${id}`, sk: "A" }),
  species: (id: number) => ({ pk: `S#${id}`, sk: "S" }),
  /** A species under one of its names, in the form in which names compare. */
  speciesName: (nameKey: string, species: number) => ({ pk: speciesNames(nameKey), sk: String(species) }),
  videoStream: (id: number) => ({ pk: `V#${id}`, sk: "V" }),
  media: (id: number) => ({ pk: `M#${id}`, sk: "M" }),
  /** Owner of a value that only one record may have. */
  unique: (kind: UniqueKind, value: string | number) => ({ pk: `Q#${kind}#${value}`, sk: "Q" }),
  /** The last id given out. */
  counter: (type: RecordType) => ({ pk: `SEQ#${type}`, sk: "N" }),
  /** A create that its caller may send again. */
  idempotency: (digest: string) => ({ pk: `I#${digest}`, sk: "I" }),
  /** What a caller has spent; hashed, since a user is named by e-mail here. */
  budget: (caller: string) => ({
    pk: `${budgetPrefix}${createHash("sha256").update(caller).digest("base64url")}`,
    sk: "B",
  }),
  /** A part of the number of a record's children. */
  childCount: ({ pk }: { readonly pk: string }, shard: number) => ({
    pk,
    sk: `${childCountPrefix}${String(shard).padStart(2, "0")}`,
  }),
  childCountPrefix,
  /** What must still be done for a record (see pending-work.ts). */
  task: (kind: TaskKind, id: number) => ({ pk: `W#${kind}`, sk: String(id).padStart(16, "0") }),
  /** How many enabled admins there are. */
  adminCount: { pk: "COUNT#admin", sk: "N" },
} as const;

export type UniqueKind = "cut" | "email" | "external_taxon_id" | "site_id";
export type RecordType = "A" | "C" | "M" | "S" | "U" | "V";

/**
 * `media`: a file may be without its record, or a record without its file. `deleted-stream`: what was cut out
 * of a stream that is deleted must go. `ended-stream`: what was cut out of a stream may lie beyond its end.
 */
export type TaskKind = "media" | "deleted-stream" | "ended-stream";
