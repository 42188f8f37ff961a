import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { PutCommand, TransactGetCommand } from "@aws-sdk/lib-dynamodb";
import { Fault } from "../../domain/fault.ts";
import { retry } from "../../runtime/retry.ts";
import type { Table } from "../../table/table.ts";
import { type Bits, emptyBits, hasPlace, withPlace } from "../bits.ts";
import { positionOf } from "../position.ts";
import { segmentItemKey, segmentPut } from "../segment.ts";
import type { IndexCheck, SegmentFault } from "./index-check.ts";
import { hasTerm, type ListedType, termName } from "./listed-type.ts";
import { readStoredSegment, type SegmentRef, type StoredSegment } from "./stored-segment.ts";

/** Records of 80 KB each fit in a TransactGetItems (DynamoDB's limits: 4 MB, and 100 items). */
const idsTogether = 50;

/**
 * Looks at ids of a segment that may be wrong, each together with its record as at one instant, so that a
 * writer on the way is no fault; and puts right what is wrong where that is wanted.
 *
 * A bit is put right on condition that the segment still has the version that it had when the record was read.
 * Whoever changes a term of a record writes that term's segment (see `segmentWrites`), so the record cannot
 * have changed unnoticed.
 * @throws Fault `unavailable` when the segment did not hold still until the time was up
 */
export async function checkSegment(
  { table, repair }: IndexCheck,
  listed: ListedType,
  place: SegmentRef,
  ids: readonly number[],
): Promise<SegmentFault> {
  const missing: number[] = [];
  const stale: number[] = [];
  let flaw: StoredSegment["flaw"];
  for (let from = 0; from === 0 || from < ids.length; from += idsTogether) {
    const some = ids.slice(from, from + idsTogether);
    const seen = await retry("changed", 40, async () => {
      const found = await readTogether(table, listed, place, some);
      if (found === "changed" || !repair || isRight(found)) return found;
      return (await repairSegment(table, place, found)) ? found : "changed";
    });
    if (seen === "changed") {
      throw new Fault("unavailable", `Others keep writing a segment of ${termName(place.term)}. Try again.`);
    }
    missing.push(...seen.missing);
    stale.push(...seen.stale);
    flaw ??= seen.flaw;
  }
  return { term: termName(place.term), block: place.block, missing, stale, flaw };
}

/** A segment as it was at one instant, and what was wrong with it. */
type Seen = Pick<SegmentFault, "missing" | "stale" | "flaw"> & {
  readonly bits: Bits;
  readonly version: number | undefined;
};

function isRight({ missing, stale, flaw }: Seen): boolean {
  return missing.length === 0 && stale.length === 0 && flaw === undefined;
}

async function readTogether(
  table: Table,
  listed: ListedType,
  { term, block }: SegmentRef,
  ids: readonly number[],
): Promise<Seen | "changed"> {
  const keys = [segmentItemKey(term, block), ...ids.map(listed.keyOf)];
  const gets = keys.map(({ pk, sk }) => ({ Get: { TableName: table.name, Key: { pk, sk } } }));
  try {
    const { Responses = [] } = await table.client.send(new TransactGetCommand({ TransactItems: gets }));
    const [item, ...records] = Responses.map(({ Item }) => Item);
    const { bits, version, flaw } = (item && readStoredSegment(item)) ?? absent;
    const isSet = (id: number) => hasPlace(bits, positionOf(id).place);
    const wrong = ids.filter((id, i) => hasTerm(listed, records[i], term) !== isSet(id));
    return { bits, version, flaw, missing: wrong.filter((id) => !isSet(id)), stale: wrong.filter(isSet) };
  } catch (error) {
    if (error instanceof TransactionCanceledException) return "changed";
    throw error;
  }
}

const absent = { bits: emptyBits(), version: undefined, flaw: undefined };

/** @returns whether the segment still was as it was seen */
async function repairSegment(table: Table, { term, block }: SegmentRef, seen: Seen): Promise<boolean> {
  let { bits } = seen;
  for (const id of seen.missing) bits = withPlace(bits, positionOf(id).place, true);
  for (const id of seen.stale) bits = withPlace(bits, positionOf(id).place, false);
  const { Put } = segmentPut(segmentItemKey(term, block), bits, seen.version).toItem(table.name);
  if (Put === undefined) return false;
  try {
    await table.client.send(new PutCommand(Put));
    return true;
  } catch (error) {
    const lost =
      error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
    if (lost) return false;
    throw error;
  }
}
