import { serve } from "../../shared/serve/serve.ts";
import { listCaptureSources as list } from "../../shared/store/capture-source-reader.ts";
import { contract } from "./contract.ts";
import { listCaptureSources } from "./list-capture-sources.ts";

export const handler = serve(contract, (table) => listCaptureSources({ list: list(table) }));
