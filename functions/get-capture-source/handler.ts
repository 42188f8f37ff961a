import { getRecord } from "../../shared/serve/get-record.ts";
import { serve } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) =>
  getRecord("capture source", captureSourceById(table), viewCaptureSource),
);
