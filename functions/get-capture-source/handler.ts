import { serve } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { contract } from "./contract.ts";
import { getCaptureSource } from "./get-capture-source.ts";

export const handler = serve(contract, (table) => getCaptureSource({ findSource: captureSourceById(table) }));
