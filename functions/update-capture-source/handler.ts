import { carryCorrection } from "../../shared/serve/carry-correction.ts";
import { serve } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { contract } from "./contract.ts";
import { updateCaptureSource } from "./update-capture-source.ts";

export const handler = serve(contract, (table) =>
  updateCaptureSource({
    findSource: captureSourceById(table),
    sources: captureSourceWriter(table),
    carryCorrection: carryCorrection(table),
  }),
);
