import { serve } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { contract } from "./contract.ts";
import { deleteCaptureSource } from "./delete-capture-source.ts";

export const handler = serve(contract, (table) =>
  deleteCaptureSource({
    findSource: captureSourceById(table),
    sources: captureSourceWriter(table),
  }),
);
