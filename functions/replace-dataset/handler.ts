import { randomUUID } from "node:crypto";
import { serve } from "../../shared/serve/serve.ts";
import { datasets } from "../../shared/store/dataset/datasets.ts";
import { contract } from "./contract.ts";
import { replaceDataset } from "./replace-dataset.ts";

export const handler = serve(contract, (table) =>
  replaceDataset({ datasets: datasets(table), newId: randomUUID }),
);
