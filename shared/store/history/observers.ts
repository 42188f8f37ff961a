import { createHmac } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { deletedName } from "../../domain/person/display-name.ts";
import { untilAdmitted } from "../../runtime/admission.ts";
import { foundBy } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { ownSecret } from "../own-secret.ts";

/** Maximum number of texts that a function keeps in memory. */
const maxRemembered = 10_000;

/** The references that this function has stored, by text. */
const remembered = new WeakMap<Table["client"], Map<string, string>>();

/**
 * The reference that stands for a typed observer in histories and deleted records. The text itself is in one item, so
 * that one write makes all of them forget it. Nobody can guess the text behind a reference without the service's secret.
 *
 * Must complete before the record is written. A text that was forgotten stays forgotten.
 */
export async function observerReference(table: Table, text: string): Promise<string> {
  const known = remembered.get(table.client) ?? new Map<string, string>();
  remembered.set(table.client, known);
  const name = `${table.name} ${text}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const reference = await referenceOf(table, text);
  await untilAdmitted();
  const Item = { ...keys.typedObserver(reference), text };
  const storing = table.client.send(
    new PutCommand({ TableName: table.name, Item, ConditionExpression: "attribute_not_exists(pk)" }),
  );
  await storing.catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  });
  if (known.size >= maxRemembered) known.clear();
  known.set(name, reference);
  return reference;
}

/** Removes a typed observer from all histories and deleted records. */
export async function forgetObserver(table: Table, text: string): Promise<void> {
  const Item = { ...keys.typedObserver(await referenceOf(table, text)), forgotten: true };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

async function referenceOf(table: Table, text: string): Promise<string> {
  return createHmac("sha256", await ownSecret(table)())
    .update(text)
    .digest("base64url");
}

const TypedObserver = z.object({ text: z.optional(z.string()) });

/** The texts of references to typed observers. A text that was forgotten is shown as that of a deleted user. */
export async function observersBehind(
  table: Table,
  references: readonly string[],
): Promise<(reference: string) => string> {
  const found = await foundBy(table, references, keys.typedObserver, TypedObserver);
  return (reference) => found.get(reference)?.text ?? deletedName;
}
