import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listCaptureSources } from "../../shared/store/source/reader.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listCaptureSources(table), viewCaptureSource));
