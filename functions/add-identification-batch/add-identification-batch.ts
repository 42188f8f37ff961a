import * as z from "zod/mini";
import { NewIdentification } from "../../shared/domain/annotation/new-identification.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { batchAnswer, itemKey, itemProblem, maxItemFaults } from "../../shared/http/batch-items.ts";
import { invalidInput } from "../../shared/http/invalid-input.ts";
import { fieldFaults } from "../../shared/http/read-input.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { asError } from "../../shared/runtime/as-error.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { contract } from "./contract.ts";
import type { identificationBatch, VoteItem } from "./identification-batch.ts";

type Deps = { readonly voteAll: ReturnType<typeof identificationBatch> };
type Input = InputOf<typeof contract, "body" | "idempotencyFor" | "idempotencyKey">;

/** Adds and removes the caller's votes together. Each item has its own result, and fails without affecting the others. */
export function addIdentificationBatch({ voteAll }: Deps) {
  return async (request: Input, calling: Eventual<User>) => {
    // A batch can read a lot, so it reads nothing for a caller who may not send it.
    const { id } = await calling;
    const items = await Promise.all(request.body.map((sent, i) => readItem(sent, i, request).catch(asError)));
    const votes = items.flatMap((item) => (item instanceof Error ? [] : [item]));
    const outcomes = await voteAll(votes, id);
    const byVote = new Map(votes.map((vote, n) => [vote, outcomes[n]]));
    return batchAnswer(
      items.map((item, i) => {
        if (item instanceof Error) return itemProblem(item, i);
        const outcome = byVote.get(item);
        if (outcome === undefined || outcome instanceof Error) return itemProblem(outcome, i);
        const { annotation, species } = item.ballot;
        return { status: 201, identification: { annotation, species } } as const;
      }),
    );
  };
}

/** @throws Fault `invalid-request`, with fields as if the item were the whole body */
async function readItem(sent: unknown, position: number, request: Input): Promise<VoteItem> {
  const { data, error } = z.safeParse(NewIdentification, sent);
  if (data === undefined) throw invalidInput(fieldFaults("body", error, "The item"), maxItemFaults);
  const { idempotency_key: own, remove, ...vote } = data;
  const ballot = remove ? { ...vote, remove } : vote;
  const key = itemKey(own, request.idempotencyKey, position);
  return {
    ballot,
    idempotency: key === undefined ? undefined : await request.idempotencyFor(key, [{}, ballot]),
  };
}
