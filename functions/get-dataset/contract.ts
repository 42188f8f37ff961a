import { Dataset } from "../../shared/domain/dataset/dataset.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-dataset",
  method: "GET",
  path: "/dataset",
  summary: "Get the description of the dataset.",
  description:
    "The description applies to all records together. Published packages contain it, for example its contributors and licenses. The response is 404 until an admin has added a description.",
  access: "readonly",
  responses: { 200: Dataset },
  faults: ["not-found"],
});
