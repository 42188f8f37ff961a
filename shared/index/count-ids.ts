import type { Table } from "../table/table.ts";
import { type Bits, countBoth, eachPlaceOfBoth, placesPerSegment } from "./bits.ts";
import { type IdSet, sizeOf } from "./id-set.ts";
import { segmentKey } from "./position.ts";
import type { Segment } from "./segment.ts";
import type { ListType } from "./term.ts";

/** Ids of one value. The parts of a value share no ids. */
type ValuePart<V> = { readonly value: V; readonly segments: readonly Segment[] };

/** Takes a part. Returns true if more parts are needed. */
type TakePart<V> = (part: ValuePart<V>) => boolean;

/** A property whose values are counted, such as the hour. */
export type Dimension<V> = {
  /** True if an id can have several values. At most one of two dimensions may overlap. */
  readonly overlaps?: boolean;
  /** Passes the ids of each value to `take`, at least those that are in `within`, until `take` needs no more. */
  readonly read: (table: Table, type: ListType, within: IdSet, take: TakePart<V>) => Promise<void>;
};

/** The number of ids, above 0, that have these values. There is one value for each dimension. */
export type Cell<V> = { readonly values: readonly V[]; readonly count: number };

/** `dimension`: the position of the dimension that has too many values; `undefined` if there are too many cells. */
export type TooManyCells = { readonly tooMany: number; readonly dimension: number | undefined };

/** Maximum number of cells, and of the values of each of two dimensions. */
export type CellLimits = { readonly cells: number; readonly values: number };

/**
 * Counts the ids of `within` by the values of one or two dimensions. The cells are in no order. Each term is read once.
 * With two dimensions, memory grows by 2 bytes for each id; time grows with the number of ids, not with the number of
 * cells.
 */
export async function countIds<V>(
  table: Table,
  type: ListType,
  within: IdSet,
  dimensions: readonly [Dimension<V>] | readonly [Dimension<V>, Dimension<V>],
  limits: CellLimits,
): Promise<readonly Cell<V>[] | TooManyCells> {
  const [first, second] = dimensions;
  if (second === undefined) return countOne(table, type, within, first, limits.cells);
  // Columns hold one value for each id, so a dimension that overlaps becomes the rows.
  const [rows, columns] = second.overlaps ? [second, first] : [first, second];
  const counted = await countTwo(table, type, within, { rows, columns }, limits);
  if ("dimension" in counted) return { ...counted, dimension: dimensions.indexOf(counted.dimension) };
  const inOrder =
    rows === first
      ? counted.cells
      : counted.cells.map(({ values, count }) => ({ values: values.toReversed(), count }));
  return limitCells(inOrder, limits);
}

/** Returns the cells, unless there are too many of them, or too many values of one of two dimensions. */
export function limitCells<V>(
  cells: readonly Cell<V>[],
  { cells: maxCells, values: maxValues }: CellLimits,
): readonly Cell<V>[] | TooManyCells {
  const dimensions = cells[0]?.values.length ?? 0;
  for (let dimension = 0; dimensions > 1 && dimension < dimensions; dimension++) {
    const found = new Set(cells.map(({ values }) => values[dimension]));
    if (found.size > maxValues) return { tooMany: maxValues, dimension };
  }
  return cells.length > maxCells ? { tooMany: maxCells, dimension: undefined } : cells;
}

async function countOne<V>(
  table: Table,
  type: ListType,
  within: IdSet,
  dimension: Dimension<V>,
  maxCells: number,
): Promise<readonly Cell<V>[] | TooManyCells> {
  const counts = new Map<V, number>();
  const left = leftOf(dimension, within);
  await dimension.read(table, type, within, ({ value, segments }) => {
    let count = 0;
    for (const segment of segments) {
      const bits = within.get(segmentKey(segment))?.bits;
      if (bits) count += countBoth(bits, segment.bits);
    }
    if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
    return left(count) && counts.size <= maxCells;
  });
  const cells = [...counts].map(([value, count]) => ({ values: [value], count }));
  return limitCells(cells, { cells: maxCells, values: maxCells });
}

async function countTwo<V>(
  table: Table,
  type: ListType,
  within: IdSet,
  { rows, columns }: { readonly rows: Dimension<V>; readonly columns: Dimension<V> },
  limits: CellLimits,
): Promise<
  { readonly cells: readonly Cell<V>[] } | { readonly tooMany: number; readonly dimension: Dimension<V> }
> {
  const { columnOf, values } = await readColumns(table, type, within, columns, limits.values);
  if (values.length > limits.values) return { tooMany: limits.values, dimension: columns };
  const counts = new Map<V, Uint32Array>();
  const left = leftOf(rows, within);
  await rows.read(table, type, within, ({ value, segments }) => {
    const row = counts.get(value) ?? new Uint32Array(values.length + 1);
    let count = 0;
    for (const segment of segments) {
      const key = segmentKey(segment);
      const [bits, column] = [within.get(key)?.bits, columnOf.get(key)];
      if (bits === undefined) continue;
      eachPlaceOfBoth(bits, segment.bits, (place) => {
        const at = column?.[place] ?? 0;
        row[at] = (row[at] ?? 0) + 1;
        count += 1;
      });
    }
    if (count > 0) counts.set(value, row);
    return left(count) && counts.size <= limits.values;
  });
  if (counts.size > limits.values) return { tooMany: limits.values, dimension: rows };
  const cells = [...counts].flatMap(([value, row]) =>
    values.flatMap((other, i) => {
      const count = row[i + 1] ?? 0;
      return count > 0 ? [{ values: [value, other], count }] : [];
    }),
  );
  return { cells };
}

/**
 * Reads the value of each id of `within`. `columnOf` maps the segment and place of an id to the number of its value,
 * from 1; 0 means no value.
 */
async function readColumns<V>(
  table: Table,
  type: ListType,
  within: IdSet,
  dimension: Dimension<V>,
  maxValues: number,
) {
  const columnOf = new Map<string, Uint16Array>();
  const values: V[] = [];
  const numbers = new Map<V, number>();
  const left = leftOf(dimension, within);
  await dimension.read(table, type, within, ({ value, segments }) => {
    const number = numbers.get(value) ?? values.length + 1;
    let count = 0;
    for (const segment of segments) {
      const key = segmentKey(segment);
      const bits: Bits | undefined = within.get(key)?.bits;
      if (bits === undefined) continue;
      const column = columnOf.get(key) ?? new Uint16Array(placesPerSegment);
      columnOf.set(key, column);
      eachPlaceOfBoth(bits, segment.bits, (place) => {
        column[place] = number;
        count += 1;
      });
    }
    if (count > 0 && number > values.length) {
      values.push(value);
      numbers.set(value, number);
    }
    return left(count) && values.length <= maxValues;
  });
  return { columnOf, values };
}

/** Returns a function to call with the number of ids of each part. It returns true if ids may be left. */
function leftOf<V>({ overlaps }: Dimension<V>, within: IdSet): (count: number) => boolean {
  let left = sizeOf(within);
  return (count) => {
    left -= count;
    return overlaps === true || left > 0;
  };
}
