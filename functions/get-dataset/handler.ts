import { serve } from "../../shared/serve/serve.ts";
import { datasets } from "../../shared/store/dataset/datasets.ts";
import { contract } from "./contract.ts";
import { getDataset } from "./get-dataset.ts";

export const handler = serve(contract, (table) => getDataset({ findDataset: datasets(table).find }));
