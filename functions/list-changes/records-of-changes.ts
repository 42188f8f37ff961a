import type { Entry } from "../../shared/index/list-index.ts";
import { annotationsById } from "../../shared/store/annotation/reader.ts";
import { copiesOf } from "../../shared/store/copy/reader.ts";
import { referencesOf } from "../../shared/store/references.ts";
import { CaptureSourceItem } from "../../shared/store/source/item.ts";
import { SpeciesItem } from "../../shared/store/species/item.ts";
import { videoStreamsById } from "../../shared/store/stream/reader.ts";
import { foundBy } from "../../shared/table/rows.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Table } from "../../shared/table/table.ts";
import { viewFull } from "../../shared/views/annotation/full.ts";
import type { ChangeType, RecordView } from "../../shared/views/change/change.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import { viewVideoStream } from "../../shared/views/stream/video-stream.ts";

const maxRecords = 100;

/** Maximum size of all records as JSON, so that the response stays below 6 MB (Lambda's limit). */
const maxCharacters = 1_500_000;

/** A record as it is now, and its version. */
type Shown = { readonly version: number; readonly view: RecordView };

/**
 * Reads the records of changes, strongly consistent. Leaves out deleted records, and the last ones if they are too many
 * or too large.
 */
export function recordsOfChanges(table: Table) {
  const readers: { [T in ChangeType]: (ids: readonly number[]) => Promise<ReadonlyMap<number, Shown>> } = {
    async annotation(ids) {
      const found = await annotationsById(table)(ids);
      const references = await referencesOf(table, [...found.values()], "full");
      return shownAs(found, (annotation) => viewFull(annotation, references));
    },
    async videostream(ids) {
      const [found, copies] = await Promise.all([videoStreamsById(table)(ids), copiesOf(table)(ids)]);
      return shownAs(found, (stream) => viewVideoStream(stream, "full", copies.get(stream.id)));
    },
    capturesource: async (ids) =>
      shownAs(await foundBy(table, ids, keys.captureSource, CaptureSourceItem), viewCaptureSource),
    species: async (ids) => shownAs(await foundBy(table, ids, keys.species, SpeciesItem), viewSpecies),
  };

  return async (changes: readonly Entry[]): Promise<ReadonlyMap<Entry, RecordView>> => {
    const last = new Map(changes.map((change) => [`${change.type} ${change.id}`, change]));
    const wanted = [...last.values()].slice(0, maxRecords);
    const byType = Map.groupBy(wanted, ({ type }) => type);
    const read = [...byType].map(async ([type, within]) => {
      const found = await readers[type](within.map(({ id }) => id));
      return within.flatMap((change) => {
        const shown = found.get(change.id);
        return shown === undefined || shown.version < change.version ? [] : [[change, shown.view] as const];
      });
    });
    let characters = 0;
    return new Map(
      (await Promise.all(read)).flat().filter(([, view]) => {
        characters += JSON.stringify(view).length;
        return characters <= maxCharacters;
      }),
    );
  };
}

function shownAs<T extends { readonly version: number }>(
  found: ReadonlyMap<number, T>,
  view: (record: T) => RecordView,
): ReadonlyMap<number, Shown> {
  return new Map([...found].map(([id, record]) => [id, { version: record.version, view: view(record) }]));
}
