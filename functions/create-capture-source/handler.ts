import { serve } from "../../shared/serve/serve.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { contract } from "./contract.ts";
import { createCaptureSource } from "./create-capture-source.ts";

export const handler = serve(contract, (table) =>
  createCaptureSource({ sources: captureSourceWriter(table) }),
);
