import * as z from "zod/mini";
import { Id } from "../../shared/domain/id.ts";
import { BatchBody } from "../../shared/domain/new-annotation.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

/** A problem as a single request would be answered, but for its `instance`, which is the batch's. */
const ItemProblem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(z.strictObject({ pointer: z.string(), detail: z.string() }))),
});

const ItemResult = z.union([
  z.strictObject({ status: z.literal([200, 201]), id: Id }),
  z.strictObject({ status: z.int(), problem: ItemProblem }),
]);

export const contract = defineContract({
  operationId: "create-annotation-batch",
  method: "POST",
  path: "/annotations/batch",
  summary: "Labels up to 500 moments, each on its own: a result for each, in order.",
  access: "annotator or site",
  params: nothing,
  query: nothing,
  body: BatchBody,
  responses: { 200: z.array(ItemResult) },
  faults: [],
});
