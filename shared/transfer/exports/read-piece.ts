import type * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { summariseUser } from "../../domain/person/user.ts";
import type { Joined } from "../../formats/joined.ts";
import { AnnotationItem } from "../../store/annotation/item.ts";
import { UserItem } from "../../store/person/user-item.ts";
import { CaptureSourceItem } from "../../store/source/item.ts";
import { SpeciesItem } from "../../store/species/item.ts";
import { VideoStreamItem } from "../../store/stream/item.ts";
import { keys } from "../../table/schema.ts";
import type { Key, Table } from "../../table/table.ts";
import { readRecords } from "./read-records.ts";

/** Maximum number of records of each kind that a worker caches. Neighbouring annotations refer to the same few. */
const mostKept = 20_000;

type Records<T> = (ids: Iterable<number>) => Promise<(id: number) => T | undefined>;

/**
 * Reads annotations by id, and the records that they refer to. Leaves out deleted ones.
 * @param isConsistent true if the result must include the latest writes, which costs twice as much
 */
export function pieceReader(table: Table, isConsistent: boolean) {
  /**
   * Reads records. An eventually consistent read may miss the latest records, so missing ones are read again with
   * strong consistency.
   */
  async function readAll<T extends { readonly id: number }>(
    ids: readonly number[],
    keyOf: (id: number) => Key,
    schema: z.core.$ZodType<T>,
  ): Promise<readonly T[]> {
    const found = await readRecords(table, ids, keyOf, schema, isConsistent);
    if (isConsistent || found.length === ids.length) return found;
    const known = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    return [...found, ...(await readRecords(table, missing, keyOf, schema, true))];
  }

  function keeping<T extends { readonly id: number }>(
    keyOf: (id: number) => Key,
    schema: z.core.$ZodType<T>,
  ): Records<T> {
    const kept = new Map<number, T>();
    return async (ids) => {
      if (kept.size > mostKept) kept.clear();
      const missing = [...new Set(ids)].filter((id) => !kept.has(id));
      for (const record of await readAll(missing, keyOf, schema)) kept.set(record.id, record);
      return (id) => kept.get(id);
    };
  }

  const streams = keeping(keys.videoStream, VideoStreamItem);
  const sources = keeping(keys.captureSource, CaptureSourceItem);
  const species = keeping(keys.species, SpeciesItem);
  const users = keeping(keys.user, UserItem);

  async function annotationsOf(ids: readonly number[]): Promise<readonly Annotation[]> {
    const found = await readAll(ids, keys.annotation, AnnotationItem);
    const byId = new Map(found.map((annotation) => [annotation.id, annotation]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return async (ids: readonly number[]): Promise<Omit<Joined, "sensitivityAt">> => {
    const annotations = await annotationsOf(ids);
    const authors = annotations.map(({ author }) => author);
    const identifications = annotations.flatMap((annotation) => annotation.identifications);
    const user = await users(authors.flatMap(({ id, source }) => (source === undefined ? [id] : [])));
    return {
      annotations,
      stream: await streams(annotations.map(({ videostream }) => videostream)),
      source: await sources(annotations.map(({ source }) => source)),
      species: await species(identifications.map((identification) => identification.species)),
      userName: (id) => {
        const found = user(id);
        return found ? summariseUser(found).display_name : "unknown user";
      },
    };
  };
}

export type ReadPiece = ReturnType<typeof pieceReader>;
