import { Dataset, NewDataset } from "../../shared/domain/dataset/dataset.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "replace-dataset",
  method: "PUT",
  path: "/dataset",
  summary: "Describe the dataset.",
  description:
    "Replaces the description as a whole: what the body leaves out is removed, but for `id`. Its fields are those of a Camtrap DP package (https://camtrap-dp.tdwg.org/metadata), and are checked by the rules of its profile. Published packages repeat them, with the e-mail addresses of the contributors.",
  access: "admin",
  params: nothing,
  query: nothing,
  body: NewDataset,
  responses: { 200: Dataset },
  faults: ["precondition-failed"],
});
