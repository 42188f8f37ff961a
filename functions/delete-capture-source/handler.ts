import { deleteRecord } from "../../shared/serve/delete-record.ts";
import { serve } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) =>
  deleteRecord("capture source", {
    find: captureSourceById(table),
    views: (source) => [viewCaptureSource(source)],
    remove: captureSourceWriter(table).delete,
  }),
);
