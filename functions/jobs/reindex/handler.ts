import { reindex } from "../../../shared/index/check/check-index.ts";
import { indexCheckHandler } from "../../../shared/serve/index-check-handler.ts";

export const handler = indexCheckHandler(reindex);
