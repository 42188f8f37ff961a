import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { type Ballot, cast } from "../../shared/domain/annotation/vote.ts";
import { segmentOf } from "../../shared/index/list-index.ts";
import { chunksOf } from "../../shared/runtime/chunks.ts";
import { memoize } from "../../shared/runtime/memoize.ts";
import { annotationById, annotationsById } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { voteWrites } from "../../shared/store/annotation/writes.ts";
import { inBatch, inGroups, type Keyed, type Place } from "../../shared/store/batch.ts";
import { groupWriter, notPlanned, type PlannedItem } from "../../shared/store/batch-group.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import type { Table } from "../../shared/table/table.ts";

/** One vote of a batch, or the removal of one. */
export type VoteItem = Keyed & { readonly ballot: Ballot };

/**
 * Maximum number of annotations that are read and written together. The largest have 60 KB, and a transaction has room
 * for 4 MB.
 */
const maxTogether = 32;

/**
 * Adds and removes votes together (see `inBatch`). Votes on annotations that share their index segments form one group.
 */
export function identificationBatch(table: Table) {
  const writer = annotationWriter(table);
  const writeGroup = groupWriter<never>(table);
  const findAnnotations = annotationsById(table);

  return (items: readonly VoteItem[], voter: number) => {
    const findSpecies = memoize(speciesById(table));

    async function plan(
      place: Place<VoteItem, never>,
      before: Annotation | undefined,
    ): Promise<readonly PlannedItem<never>[]> {
      const { ballot, idempotency } = place.item;
      try {
        const vote = cast(ballot, before, await findSpecies(ballot.species), voter);
        const alone = () => writer.vote(() => again(ballot), idempotency);
        return [{ place, id: ballot.annotation, ...voteWrites(vote, { user: voter }), alone }];
      } catch (error) {
        return notPlanned(table, place, error);
      }
    }

    /** Reads the annotation and the species again, because another request has changed one of them. */
    async function again(ballot: Ballot) {
      const [before, species] = await Promise.all([
        annotationById(table)(ballot.annotation),
        speciesById(table)(ballot.species),
      ]);
      return cast(ballot, before, species, voter);
    }

    async function voteAll(places: readonly Place<VoteItem, never>[]): Promise<void> {
      const groups = Map.groupBy(places, ({ item }) => segmentOf(item.ballot.annotation)).values();
      await inGroups(
        [...groups].flatMap((group) => chunksOf(group, maxTogether)),
        (group) => group,
        async (group) => {
          const found = await findAnnotations(group.map(({ item }) => item.ballot.annotation));
          const planned = group.map((place) => plan(place, found.get(place.item.ballot.annotation)));
          await writeGroup((await Promise.all(planned)).flat());
        },
      );
    }

    return inBatch<VoteItem, never>(table, items, {
      writeAll: voteAll,
      recordOf: ({ ballot }) => ballot.annotation,
    });
  };
}
