import { openS3 } from "../../shared/media/files/objects.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serve } from "../../shared/serve/serve.ts";
import { makersOf } from "../../shared/store/job/export-reader.ts";
import { listImports as list } from "../../shared/store/job/import-reader.ts";
import { importFiles } from "../../shared/transfer/imports/files.ts";
import { contract } from "./contract.ts";
import { listImports } from "./list-imports.ts";

const files = importFiles(openS3(), mediaBucket(), Date.now);

export const handler = serve(contract, (table) =>
  listImports({ list: list(table), makersOf: makersOf(table), files }),
);
