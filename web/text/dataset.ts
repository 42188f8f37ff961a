import { dataset } from "./en/dataset.ts";
import { inLanguage } from "./language.ts";

export const datasetText = inLanguage("dataset", dataset);
