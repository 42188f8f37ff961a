import * as z from "zod/mini";
import { BatchBody } from "../../shared/domain/annotation/new-annotation.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ItemProblem } from "../../shared/views/wire/item-problem.ts";
import { warnings } from "../../shared/views/wire/warning.ts";

const ItemResult = z.union([
  z.strictObject({ status: z.literal([200, 201]), id: Id, warnings }),
  z.strictObject({ status: z.int(), problem: ItemProblem }),
]);

export const contract = defineContract({
  operationId: "create-annotation-batch",
  method: "POST",
  path: "/annotations/batch",
  summary:
    "Create up to 500 annotations in one request. Each item succeeds or fails on its own; the results are in the same order.",
  access: "annotator or site",
  body: BatchBody,
  responses: { 200: z.array(ItemResult) },
});
