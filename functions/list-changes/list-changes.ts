import * as z from "zod/mini";
import { Timestamp } from "../../shared/domain/time/timestamp.ts";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";
import {
  type ChangesPage,
  type Cursor,
  cursorIn,
  cursorText,
  type Entry,
} from "../../shared/index/list-index.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { type ChangeView, type RecordView, viewChange } from "../../shared/views/change/change.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly cursorOfNow: () => Promise<Cursor>;
  readonly cursorBefore: (ms: number) => Promise<Cursor>;
  readonly readChanges: (cursor: Cursor, limit: number) => Promise<ChangesPage | "expired">;
  /** The records of the last change of each record, by that change. */
  readonly recordsOf: (changes: readonly Entry[]) => Promise<ReadonlyMap<Entry, RecordView>>;
};
type Input = InputOf<typeof contract, "query">;

/** Lists the changes after a cursor or a time. */
export function listChanges({ cursorOfNow, cursorBefore, readChanges, recordsOf }: Deps) {
  async function cursorOf(since: string): Promise<Cursor> {
    const cursor = cursorIn(since);
    if (cursor) return cursor;
    const { data: ms } = z.safeParse(Timestamp, since);
    if (ms !== undefined) return cursorBefore(ms);
    throw invalid(
      "/since",
      "`since` must be `next` of an earlier response, or a date and time with a time zone.",
    );
  }

  return async ({ query: { since, types, videostream, records, limit } }: Input) => {
    if (since === undefined) return answer([], await cursorOfNow(), false);
    const page = await readChanges(await cursorOf(since), limit);
    if (page === "expired") {
      throw new Fault(
        "gone",
        "Changes after this cursor were deleted. Read all records, and begin with the cursor of now.",
      );
    }
    const wanted = page.changes.filter(
      (change) =>
        (types === undefined || types.includes(change.type)) &&
        (videostream === undefined || streamOf(change) === videostream),
    );
    const shown = records === "true" ? await recordsOf(wanted) : new Map<Entry, RecordView>();
    const changes = wanted.map((change) => viewChange(change, shown.get(change)));
    return answer(changes, page.next, page.more);
  };
}

function answer(changes: ChangeView[], next: Cursor, more: boolean) {
  return { status: 200, body: { changes, next: cursorText(next), more } } as const;
}

function streamOf({ type, id, videostream }: Entry): number | undefined {
  return type === "videostream" ? id : videostream;
}
