import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { putNew } from "../table/write.ts";

const SecretItem = z.object({ secret: z.string() });

/**
 * The service's secret for pseudonyms. Without it, anybody could find the person behind a pseudonym by trying all
 * names. It is created when it is first needed and never changes, so a person has the same pseudonym in all exports.
 */
export function ownSecret(table: Table): () => Promise<string> {
  return async () => {
    for (;;) {
      const found = await getItem(table, keys.secret, SecretItem);
      if (found) return found.secret;
      const secret = randomBytes(32).toString("base64");
      // If two requests create a secret at the same time, the first one is stored, and both read it next.
      await transact(table, [putNew({ ...keys.secret, secret }, "made-meanwhile")]);
    }
  };
}
