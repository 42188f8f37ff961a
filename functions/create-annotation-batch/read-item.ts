import * as z from "zod/mini";
import type { Attempt } from "../../shared/domain/attempt.ts";
import { BatchKey, NewAnnotation } from "../../shared/domain/new-annotation.ts";
import type { Input } from "../../shared/http/contract.ts";
import { invalidInput } from "../../shared/http/invalid-input.ts";
import { fieldFaults } from "../../shared/http/read-input.ts";

/** So that the results of 500 bad items, with the longest texts in each, go into one answer: 11 KB each. */
const mostFaults = 15;

export type Item = { readonly body: NewAnnotation; readonly attempt: Attempt | undefined };

/**
 * An item of a batch. Its attempt is that of its own key, or of the request's with the item's place behind it.
 * @throws Fault `invalid-request`, with pointers as if the item were the body
 */
export function readItem(
  sent: unknown,
  place: number,
  { idempotencyKey, attemptFor }: Pick<Input, "idempotencyKey" | "attemptFor">,
): Item {
  const keyed = z.safeParse(BatchKey, sent);
  const { idempotency_key: own, ...annotation } = keyed.data ?? {};
  const body = z.safeParse(NewAnnotation, keyed.success ? annotation : sent);
  if (!keyed.success || !body.success) {
    // What is no object at all is wrong for both.
    const faults = [...fieldFaults(["body"], body.error), ...fieldFaults(["body"], keyed.error)];
    throw invalidInput([...new Map(faults.map((fault) => [fault.pointer, fault])).values()], mostFaults);
  }
  const key = own ?? (idempotencyKey === undefined ? undefined : `${idempotencyKey}/${place}`);
  return { body: body.data, attempt: key === undefined ? undefined : attemptFor(key, [{}, body.data]) };
}
