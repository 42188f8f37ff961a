import * as z from "zod/mini";
import type { Idempotency } from "../../shared/domain/idempotency.ts";
import { BatchKey, NewAnnotation } from "../../shared/domain/new-annotation.ts";
import type { Input } from "../../shared/http/contract.ts";
import { invalidInput } from "../../shared/http/invalid-input.ts";
import { fieldFaults } from "../../shared/http/read-input.ts";

/** So that the results of 500 bad items, with the longest texts in each, go into one answer: 11 KB each. */
const maxFaults = 15;

export type Item = { readonly body: NewAnnotation; readonly idempotency: Idempotency | undefined };

/**
 * An item of a batch. Its idempotency is that of its own key, or of the request's with the item's place behind it.
 * @throws Fault `invalid-request`, with pointers as if the item were the body
 */
export function readItem(
  sent: unknown,
  place: number,
  { idempotencyKey, idempotencyFor }: Pick<Input, "idempotencyKey" | "idempotencyFor">,
): Item {
  const keyed = z.safeParse(BatchKey, sent);
  const { idempotency_key: own, ...annotation } = keyed.data ?? {};
  const body = z.safeParse(NewAnnotation, keyed.success ? annotation : sent);
  if (!keyed.success || !body.success) {
    // What is no object at all is wrong for both.
    const faults = [body, keyed].flatMap(({ error }) => fieldFaults(["body"], error, "The item"));
    throw invalidInput([...new Map(faults.map((fault) => [fault.pointer, fault])).values()], maxFaults);
  }
  const key = own ?? (idempotencyKey === undefined ? undefined : `${idempotencyKey}/${place}`);
  return {
    body: body.data,
    idempotency: key === undefined ? undefined : idempotencyFor(key, [{}, body.data]),
  };
}
