import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { putNew } from "../table/write.ts";

const SecretItem = z.object({ secret: z.string() });

/**
 * What only this service knows, so that nobody finds out who is behind a pseudonym by trying all names. It is made when
 * it is first needed, and stays: the same person has the same pseudonym in all exports.
 */
export function ownSecret(table: Table): () => Promise<string> {
  return async () => {
    for (;;) {
      const found = await getItem(table, keys.secret, SecretItem);
      if (found) return found.secret;
      const secret = randomBytes(32).toString("base64");
      // Of two that are made at once, the first is stored, and the next look finds it.
      await transact(table, [putNew({ ...keys.secret, secret }, "made-meanwhile")]);
    }
  };
}
