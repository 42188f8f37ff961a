import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { PutCommand, TransactGetCommand } from "@aws-sdk/lib-dynamodb";
import { Fault } from "../../domain/wire/fault.ts";
import { retry } from "../../runtime/retry.ts";
import type { Table } from "../../table/table.ts";
import { type Bits, emptyBits, hasPlace, withPlace } from "../bits.ts";
import { positionOf } from "../position.ts";
import { segmentItemKey, segmentPut } from "../segment.ts";
import { termName } from "../term.ts";
import type { IndexCheck, SegmentFault } from "./index-check.ts";
import { hasTerm, type ListedType } from "./listed-type.ts";
import { readStoredSegment, type SegmentRef, type StoredSegment } from "./stored-segment.ts";

/** Number of records read in a TransactGetItems, so that records of 80 KB fit (DynamoDB's limits: 4 MB, 100 items). */
const idsPerRead = 50;

/**
 * Checks ids of a segment that may be wrong, and repairs the segment if `repair` is set. The segment and the records
 * are read in one transaction, so that a concurrent write is not mistaken for a fault.
 *
 * A repair is conditional on the version that the segment had when the records were read. A request that changes a term
 * of a record also writes that term's segment (see `segmentWrites`), so the record cannot change unnoticed.
 * @throws Fault `unavailable` if the segment keeps changing until the time is up
 */
export async function checkSegment(
  { table, repair }: IndexCheck,
  listed: ListedType,
  segment: SegmentRef,
  ids: readonly number[],
): Promise<SegmentFault> {
  const missing: number[] = [];
  const stale: number[] = [];
  let flaw: StoredSegment["flaw"];
  for (let from = 0; from === 0 || from < ids.length; from += idsPerRead) {
    const chunk = ids.slice(from, from + idsPerRead);
    const seen = await retry("changed", 40, async () => {
      const found = await readSegmentAndRecords(table, listed, segment, chunk);
      if (found === "changed" || !repair || isRight(found)) return found;
      return (await repairSegment(table, segment, found)) ? found : "changed";
    });
    if (seen === "changed") {
      throw new Fault(
        "unavailable",
        `Other requests keep changing a segment of ${termName(segment.term)}. Try again.`,
      );
    }
    missing.push(...seen.missing);
    stale.push(...seen.stale);
    flaw ??= seen.flaw;
  }
  return { term: termName(segment.term), block: segment.block, missing, stale, flaw };
}

/** A segment as it was read, with its faults. */
type Snapshot = Pick<SegmentFault, "missing" | "stale" | "flaw"> & {
  readonly bits: Bits;
  readonly version: number | undefined;
};

function isRight({ missing, stale, flaw }: Snapshot): boolean {
  return missing.length === 0 && stale.length === 0 && flaw === undefined;
}

async function readSegmentAndRecords(
  table: Table,
  listed: ListedType,
  { term, block }: SegmentRef,
  ids: readonly number[],
): Promise<Snapshot | "changed"> {
  const keys = [segmentItemKey(term, block), ...ids.map(listed.keyOf)];
  const gets = keys.map(({ pk, sk }) => ({ Get: { TableName: table.name, Key: { pk, sk } } }));
  try {
    const { Responses = [] } = await table.client.send(new TransactGetCommand({ TransactItems: gets }));
    const [item, ...records] = Responses.map(({ Item }) => Item);
    const { bits, version, flaw } = (item && readStoredSegment(item)) ?? noSegment;
    const isSet = (id: number) => hasPlace(bits, positionOf(id).place);
    const wrong = ids.filter((id, i) => hasTerm(listed, records[i], term) !== isSet(id));
    return { bits, version, flaw, missing: wrong.filter((id) => !isSet(id)), stale: wrong.filter(isSet) };
  } catch (error) {
    if (error instanceof TransactionCanceledException) return "changed";
    throw error;
  }
}

const noSegment = { bits: emptyBits(), version: undefined, flaw: undefined };

/** @returns true if the segment was repaired, false if it had changed in the meantime */
async function repairSegment(table: Table, { term, block }: SegmentRef, seen: Snapshot): Promise<boolean> {
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
