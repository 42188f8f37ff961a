import * as z from "zod/mini";
import { nameKey } from "../domain/species/name-key.ts";
import { keys, type NamedType } from "../table/schema.ts";
import { queryAll, type Table, type Write } from "../table/table.ts";
import { drop, put } from "../table/write.ts";

/**
 * Maximum number of words by which lists find a name. A transaction has at most 100 items, and a species has two names.
 */
const maxWords = 8;

/** Maximum length of a prefix, in code points. A sort key has at most 1,024 bytes. */
const maxCharacters = 100;

const PrefixItem = z.object({ sk: z.string() });

/** The beginning of a word: a letter or digit that does not follow another one. */
const wordStart = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/gu;

/** The writes that update the look-up by prefix when a record's names change. */
export function prefixWrites(
  type: NamedType,
  id: number,
  before: readonly string[],
  after: readonly string[],
): readonly Write<never>[] {
  const [had, has] = [tailsOf(before), tailsOf(after)];
  return [
    ...[...had].filter((tail) => !has.has(tail)).map((tail) => drop(keys.namePrefix(type, tail, id))),
    ...[...has].filter((tail) => !had.has(tail)).map((tail) => put(keys.namePrefix(type, tail, id))),
  ];
}

/** Ids of the records with a name in which a word begins with the prefix. One Query. */
export function idsByPrefix(table: Table, type: NamedType): (prefix: string) => Promise<ReadonlySet<number>> {
  const find = namesByPrefix(table, type);
  return async (prefix) => new Set((await find(prefix)).map(({ id }) => id));
}

/**
 * The names in which a word begins with the prefix, each from this word to its end, normalised by `nameKey`. One Query.
 */
export function namesByPrefix(
  table: Table,
  type: NamedType,
): (prefix: string) => Promise<readonly { readonly id: number; readonly name: string }[]> {
  return async (prefix) => {
    const tail = tailAt(nameKey(prefix), 0);
    if (tail === "") return [];
    const { pk, sk } = keys.namePrefix(type, tail, undefined);
    const items = await queryAll(table, {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": pk, ":prefix": sk },
      ConsistentRead: true,
    });
    return items.map((item) => {
      const [name = "", id] = z.parse(PrefixItem, item).sk.split("\t");
      return { id: Number(id), name };
    });
  };
}

/** The ends of names from the beginning of each word, normalised by `nameKey`. */
function tailsOf(names: readonly string[]): ReadonlySet<string> {
  const tails = names.map(nameKey).flatMap((key) => {
    const starts = [0, ...[...key.matchAll(wordStart)].map(({ index }) => index)];
    return [...new Set(starts)].slice(0, maxWords).map((start) => tailAt(key, start));
  });
  // A name that consists only of accents has an empty key.
  return new Set(tails.filter((tail) => tail !== ""));
}

function tailAt(key: string, start: number): string {
  return [...key.slice(start, start + 2 * maxCharacters)].slice(0, maxCharacters).join("");
}
