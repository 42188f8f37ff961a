import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Item, Table } from "../../shared/table/table.ts";
import { clockAt } from "./corrected-lists.ts";
import { recordsOf } from "./table-records.ts";

/**
 * Checks invariant 19 (docs/invariants.md) when no correction is pending: each annotation's time is the sum of its
 * stream's start and its own start, by the clock of its source. `byTime` has exactly one entry for each annotation.
 * @param items all items of the table
 * @returns a sentence for each problem
 */
export async function timeProblems(table: Table, items: readonly Item[]): Promise<readonly string[]> {
  const { annotations, streams, sources } = recordsOf(items);
  const startOf = new Map(streams.map(({ id, startMs }) => [id, startMs]));
  const zoneOf = new Map(sources.map(({ id, timeZone }) => [id, timeZone]));
  const entries = new Set(
    (await entriesOf(table)).map(({ pk, gDay, gTime }) => JSON.stringify([pk, gDay, gTime])),
  );
  const wanted = new Set<string>();
  const wrong = annotations.flatMap(({ id, videostream, source, startMs, moment }) => {
    const ms = (startOf.get(videostream) ?? Number.NaN) + startMs;
    const time = new Date(ms).toISOString();
    const [day = "", clock = ""] = time.split("T");
    const [hours = 0, minutes = 0, seconds = 0] = clock.replace("Z", "").split(":").map(Number);
    const sinceMidnight = String(Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000));
    wanted.add(
      JSON.stringify([`A#${id}`, day, `${sinceMidnight.padStart(8, "0")}#${String(id).padStart(12, "0")}`]),
    );
    const expected = `${time}, ${clockAt(zoneOf.get(source) ?? "UTC", ms)}`;
    const shown = moment && new Date(moment.ms + moment.offsetMinutes * 60_000).toISOString();
    const actual = moment && `${new Date(moment.ms).toISOString()}, ${shown?.slice(0, 13).replace("T", " ")}`;
    return actual === expected ? [] : [`Annotation ${id} starts at ${actual} instead of ${expected}`];
  });
  return [
    ...wrong,
    ...[...wanted].filter((each) => !entries.has(each)).map((each) => `${each} is missing`),
    ...[...entries].filter((each) => !wanted.has(each)).map((each) => `${each} is unexpected`),
    ...items.filter(({ pk }) => pk === "W#times").map(({ sk }) => `The correction ${sk} is pending`),
  ];
}

/** All entries of the index `byTime`. */
async function entriesOf(table: Table): Promise<readonly Item[]> {
  const entries: Item[] = [];
  for (let next: Item | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        IndexName: "byTime",
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    );
    entries.push(...Items);
    if (LastEvaluatedKey === undefined) return entries;
    next = LastEvaluatedKey;
  }
}
