import { Dataset } from "../../shared/domain/dataset/dataset.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-dataset",
  method: "GET",
  path: "/dataset",
  summary: "Get the description of the dataset.",
  description:
    "What a published package says of all records together, such as who made it and under which license. 404 until an admin has described it.",
  access: "readonly",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: Dataset },
  faults: ["not-found"],
});
