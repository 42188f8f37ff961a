import * as z from "zod/mini";
import { Identification, IdentificationBatch } from "../../shared/domain/annotation/new-identification.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ItemProblem } from "../../shared/views/wire/item-problem.ts";

const ItemResult = z.union([
  z.strictObject({ status: z.literal(201), identification: Identification }),
  z.strictObject({ status: z.int(), problem: ItemProblem }),
]);

export const contract = defineContract({
  operationId: "add-identification-batch",
  method: "POST",
  path: "/identifications/batch",
  summary:
    "Vote on up to 500 annotations in one request, or remove votes. Each item succeeds or fails on its own; the results are in the same order.",
  access: "annotator",
  body: IdentificationBatch,
  responses: { 200: z.array(ItemResult) },
});
