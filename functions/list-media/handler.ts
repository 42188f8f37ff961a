import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listMedia } from "../../shared/store/media/reader.ts";
import { viewMedia } from "../../shared/views/media/media.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listMedia(table), viewMedia));
