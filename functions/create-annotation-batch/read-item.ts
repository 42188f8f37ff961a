import * as z from "zod/mini";
import { BatchKey, NewAnnotation } from "../../shared/domain/annotation/new-annotation.ts";
import { itemKey, maxItemFaults } from "../../shared/http/batch-items.ts";
import type { Input } from "../../shared/http/contract.ts";
import { invalidInput } from "../../shared/http/invalid-input.ts";
import { fieldFaults } from "../../shared/http/read-input.ts";

export type Item = { readonly body: NewAnnotation; readonly key: string | undefined };

/**
 * Reads one item of a batch. Its idempotency key is the item's own, or else the request's key with the item's position
 * appended.
 * @throws Fault `invalid-request`, with fields as if the item were the whole body
 */
export function readItem(
  sent: unknown,
  position: number,
  { idempotencyKey }: Pick<Input, "idempotencyKey">,
): Item {
  const keyed = z.safeParse(BatchKey, sent);
  const { idempotency_key: own, ...annotation } = keyed.data ?? {};
  const body = z.safeParse(NewAnnotation, keyed.success ? annotation : sent);
  if (!keyed.success || !body.success) {
    // Both schemas report an item that is not an object.
    const faults = [body, keyed].flatMap(({ error }) => fieldFaults("body", error, "The item"));
    throw invalidInput([...new Map(faults.map((fault) => [fault.field, fault])).values()], maxItemFaults);
  }
  return { body: body.data, key: itemKey(own, idempotencyKey, position) };
}
