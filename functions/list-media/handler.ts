import { viewMedia } from "../../shared/domain/media/media.ts";
import { listRecords } from "../../shared/serve/list-records.ts";
import { serve } from "../../shared/serve/serve.ts";
import { listMedia } from "../../shared/store/media/reader.ts";
import { contract } from "./contract.ts";

export const handler = serve(contract, (table) => listRecords(listMedia(table), viewMedia));
