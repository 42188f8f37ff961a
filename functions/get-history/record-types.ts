import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { Dataset } from "../../shared/domain/dataset/dataset.ts";
import { Role } from "../../shared/domain/person/role.ts";
import type { RecordKind } from "../../shared/domain/wire/fault.ts";
import { MadeItem } from "../../shared/store/history/actor-item.ts";
import type { Creation, Version } from "../../shared/store/history/read-history.ts";
import { accessOf, UserItem } from "../../shared/store/person/user-item.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { CaptureSourceItem } from "../../shared/store/source/item.ts";
import { SpeciesItem } from "../../shared/store/species/item.ts";
import { VideoStreamItem } from "../../shared/store/stream/item.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Item, Key, Table } from "../../shared/table/table.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import { viewVideoStream } from "../../shared/views/stream/video-stream.ts";
import { fieldsOfAnnotation, keptOfAnnotation, readStates } from "./annotation-states.ts";
import type { HistoryType } from "./contract.ts";
import type { Fields } from "./fields.ts";

/** Returns the fields of a state that a history keeps. */
type FieldsOf = (state: Item) => Fields;

/** A type of record, as its history needs it. */
type RecordType = {
  readonly kind: RecordKind;
  /** The lowest role that may see the history. */
  readonly least: Role;
  readonly keyOf: (id: number) => Key;
  /** What the record itself says about its creation. */
  readonly creationOf: (record: Item) => Creation | undefined;
  /** What histories keep of the record's present state (see `recordChange`). */
  readonly keptOf: (record: Item) => Item;
  /** Prepares to show states. */
  readonly open: (table: Table, states: readonly Item[]) => FieldsOf | Promise<FieldsOf>;
};

const stored = { creationOf: madeIn, keptOf: (record: Item) => record };

export const recordTypes: { readonly [T in HistoryType]: RecordType } = {
  annotations: {
    ...{ kind: "annotation", least: "annotator", keyOf: keys.annotation },
    creationOf: authorIn,
    keptOf: keptOfAnnotation,
    async open(table, states) {
      const annotations = await readStates(table, states);
      const references = await referencesOf(table, [...annotations.values()], "identification");
      return (state) => {
        const annotation = annotations.get(state);
        return annotation ? fieldsOfAnnotation(annotation, references) : {};
      };
    },
  },
  videostreams: {
    ...{ ...stored, kind: "video stream", least: "curator", keyOf: keys.videoStream },
    open: () => (state) => viewVideoStream(z.parse(VideoStreamItem, versioned(state)), undefined, undefined),
  },
  capturesources: {
    ...{ ...stored, kind: "capture source", least: "curator", keyOf: keys.captureSource },
    open: () => (state) => viewCaptureSource(z.parse(CaptureSourceItem, versioned(state))),
  },
  species: {
    ...{ ...stored, kind: "species", least: "curator", keyOf: keys.species },
    open: () => (state) => viewSpecies(z.parse(SpeciesItem, versioned(state))),
  },
  users: {
    ...{ ...stored, kind: "user", least: "admin", keyOf: keys.user },
    creationOf: () => undefined,
    keptOf: (record) => accessOf(z.parse(UserItem, record)),
    open: () => (state) => ({ role: z.parse(z.optional(Role), state["role"]) }),
  },
  dataset: {
    ...{ ...stored, kind: "dataset", least: "admin" },
    // There is one dataset. No other id has an item.
    keyOf: (id) => (id === 1 ? keys.dataset : { ...keys.dataset, sk: `D#${id}` }),
    creationOf: () => undefined,
    open: () => (state) => z.parse(Dataset, JSON.parse(z.parse(z.string(), state["json"]))),
  },
};

function versioned(state: Item): Item {
  return { ...state, ver: 1 };
}

function madeIn(record: Item): Creation | undefined {
  const { made, by } = z.parse(z.object(MadeItem), record);
  return made === undefined || by === undefined ? undefined : { atMs: made, by };
}

const Authored = z.object({
  author: z.int(),
  key: z.optional(z.boolean()),
  cs: z.int(),
  import: z.optional(z.int()),
  made: z.int(),
});

function authorIn(record: Item): Creation {
  const { author, key, cs, import: importId, made } = z.parse(Authored, record);
  if (key) return { atMs: made, by: { siteKey: author, source: cs } };
  return { atMs: made, by: importId === undefined ? { user: author } : { import: importId, user: author } };
}

/** Returns true if an annotation only followed a corrected start or time zone. */
export function isMoved({ before = {}, after = {} }: Version): boolean {
  const { at: _, off: __, ...had } = before;
  const { at: ___, off: ____, ...has } = after;
  return before["at"] !== after["at"] && isDeepStrictEqual(had, has);
}
