import * as z from "zod/mini";
import type { CopyPiece } from "../../domain/copy/copy.ts";
import { manyById, oneById } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import { queryAll, type Table } from "../../table/table.ts";
import { CopyItem, CopyPieceItem } from "./item.ts";

/** The copy of a stream's video, by the stream's id; `undefined` if there is none. */
export const copyOf = oneById(keys.copy, CopyItem);

/** The copies of several streams, by the streams' ids. */
export const copiesOf = manyById(keys.copy, CopyItem);

/** The pieces of a copy that are made, by start. A piece has 300 to 700 bytes: one Query reads 24 hours of video. */
export function copyPieces(table: Table) {
  return async (stream: number): Promise<readonly CopyPiece[]> => {
    const items = await queryAll(table, {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": keys.copy(stream).pk, ":prefix": keys.copyPiecePrefix },
    });
    return items.map((item) => z.parse(CopyPieceItem, item));
  };
}
