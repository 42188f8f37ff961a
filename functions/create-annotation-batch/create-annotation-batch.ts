import type { SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { fieldsWithin } from "../../shared/domain/wire/fault.ts";
import { batchAnswer, itemProblem } from "../../shared/http/batch-items.ts";
import { withPointers } from "../../shared/http/pointers.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { asError } from "../../shared/runtime/as-error.ts";
import { type BuildAnnotation, changedFault } from "../../shared/serve/annotation/builder.ts";
import type { WarnOfNames } from "../../shared/serve/annotation/name-warnings.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { BatchItem, BatchOutcome } from "./annotation-batch.ts";
import type { contract } from "./contract.ts";
import { type Item, readItem } from "./read-item.ts";

type Deps = {
  /** Makes `build` and `warn` for a batch. The items of the batch share look-ups. */
  readonly open: () => { readonly build: BuildAnnotation; readonly warn: WarnOfNames };
  readonly createBatch: (items: readonly BatchItem[]) => Promise<readonly (BatchOutcome | Error)[]>;
};
type Input = InputOf<typeof contract, "body" | "idempotencyFor" | "idempotencyKey">;
type Caller = User | SiteCaller;

/** Creates annotations together. Each item has its own result, and fails without affecting the others. */
export function createAnnotationBatch({ open, createBatch }: Deps) {
  return async (request: Input, calling: Eventual<Caller>) => {
    // A batch can read many records, so access is checked first.
    const caller = await calling;
    const { build, warn } = open();
    const readOne = async (sent: unknown, i: number): Promise<Ready> => {
      const item = readItem(sent, i, request);
      const { body, key } = item;
      const idempotency = key === undefined ? undefined : await request.idempotencyFor(key, [{}, body]);
      return { item, planned: { build: () => build(body, caller), idempotency } };
    };
    const read = await Promise.all(request.body.map((sent, i) => readOne(sent, i).catch(asError)));
    const ready = read.flatMap((each) => (each instanceof Error ? [] : [each]));
    const outcomes = await createBatch(ready.map(({ planned }) => planned));
    const byItem = new Map(ready.map(({ item }, n) => [item, outcomes[n]]));
    const resultOf = async ({ body }: Item, i: number, outcome: BatchOutcome | Error | undefined) => {
      if (outcome === undefined || outcome instanceof Error) return itemProblem(outcome, i);
      if (typeof outcome === "string") return itemProblem(changedFault(), i);
      const found = outcome.replayed ? [] : fieldsWithin(`/${i}`, await warn(body));
      const more = found.length > 0 ? { warnings: withPointers(found, "body") } : {};
      return { status: body.shape === "observation" ? 200 : 201, id: outcome.id, ...more } as const;
    };
    const body = await Promise.all(
      read.map((each, i) =>
        each instanceof Error ? itemProblem(each, i) : resultOf(each.item, i, byItem.get(each.item)),
      ),
    );
    return batchAnswer(body);
  };
}

type Ready = { readonly item: Item; readonly planned: BatchItem };
