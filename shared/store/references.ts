import type { Annotation, Author } from "../domain/annotation/annotation.ts";
import type { References } from "../domain/annotation/references.ts";
import type { Shape } from "../domain/annotation/shape.ts";
import { summariseUser, type User, type UserSummary } from "../domain/person/user.ts";
import type { CaptureSource } from "../domain/source/capture-source.ts";
import { summariseSpecies } from "../domain/species/species.ts";
import { foundBy } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";

import { UserItem } from "./person/user-item.ts";
import { CaptureSourceItem } from "./source/item.ts";
import { SpeciesItem } from "./species/item.ts";
import { VideoStreamItem } from "./stream/item.ts";

/**
 * Reads the records that annotations refer to, all at the same time. A missing record is shown as unknown, so that a
 * dangling reference does not break a list.
 */
export async function referencesOf(
  table: Table,
  annotations: readonly Annotation[],
  shape: Shape,
): Promise<References> {
  const voters = annotations.flatMap(({ identifications }) =>
    identifications.flatMap(({ voters }) => voters),
  );
  const authors = annotations.map(({ author }) => author);
  const sourceIds = [
    ...sourcesAmong(authors),
    ...(shape === "full" ? annotations.map(({ source }) => source) : []),
  ];
  const speciesIds = annotations.flatMap(({ identifications }) =>
    identifications.map(({ species }) => species),
  );
  const [users, sources, species, streams] = await Promise.all([
    foundBy(table, [...usersAmong(authors), ...voters], keys.user, UserItem),
    foundBy(table, sourceIds, keys.captureSource, CaptureSourceItem),
    foundBy(table, speciesIds, keys.species, SpeciesItem),
    foundBy(
      table,
      annotations.map(({ videostream }) => videostream),
      keys.videoStream,
      VideoStreamItem,
    ),
  ]);
  const user = userIn(users);
  return {
    user,
    author: authorIn(users, sources),
    species: (id) => {
      const found = species.get(id);
      return found
        ? summariseSpecies(found)
        : { id, common_name: "unknown species", scientific_name: "unknown species" };
    },
    stream: (id) => streams.get(id) ?? { url: "", startMs: 0, size: undefined },
    source: (id) => sources.get(id) ?? { name: "unknown capture source", timeZone: undefined },
  };
}

/** The names of authors, who are users or capture sources, as annotations show them. */
export async function authorNames(
  table: Table,
  authors: readonly Author[],
): Promise<(author: Author) => string> {
  const [users, sources] = await Promise.all([
    foundBy(table, usersAmong(authors), keys.user, UserItem),
    foundBy(table, sourcesAmong(authors), keys.captureSource, CaptureSourceItem),
  ]);
  const summarise = authorIn(users, sources);
  return (author) => summarise(author).display_name;
}

/** Users by id, as other records show them. */
export async function userSummaries(
  table: Table,
  ids: readonly number[],
): Promise<(id: number) => UserSummary> {
  return userIn(await foundBy(table, ids, keys.user, UserItem));
}

function usersAmong(authors: readonly Author[]): readonly number[] {
  return authors.flatMap(({ id, source }) => (source === undefined ? [id] : []));
}

function sourcesAmong(authors: readonly Author[]): readonly number[] {
  return authors.flatMap(({ source }) => source ?? []);
}

function userIn(users: ReadonlyMap<number, User>) {
  return (id: number): UserSummary => {
    const found = users.get(id);
    return found ? summariseUser(found) : { id, display_name: "unknown user", role: "readonly" };
  };
}

function authorIn(users: ReadonlyMap<number, User>, sources: ReadonlyMap<number, CaptureSource>) {
  const user = userIn(users);
  return ({ id, source }: Author): UserSummary =>
    source === undefined
      ? user(id)
      : { id, display_name: sources.get(source)?.name ?? "unknown capture source", role: "camera" };
}
