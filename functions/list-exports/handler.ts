import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listExports as list, makersOf } from "../../shared/store/job/export-reader.ts";
import { exportFiles } from "../../shared/transfer/exports/files.ts";
import { contract } from "./contract.ts";
import { listExports } from "./list-exports.ts";

const files = exportFiles(openS3(), mediaBucket(), Date.now);

export const handler = serve(contract, (table) =>
  listExports({ list: list(table), makersOf: makersOf(table), files }),
);
