import { Dataset, NewDataset } from "../../shared/domain/dataset/dataset.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "replace-dataset",
  method: "PUT",
  path: "/dataset",
  summary: "Describe the dataset.",
  description:
    "Replaces the whole description. Fields that the body leaves out are removed, except `id`. The fields are those of a Camtrap DP package (https://camtrap-dp.tdwg.org/metadata), and must follow the rules of its profile. Published packages contain them, including the contributors' e-mail addresses.",
  access: "admin",
  body: NewDataset,
  responses: { 200: Dataset },
  faults: ["precondition-failed"],
});
