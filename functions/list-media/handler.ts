import { serve } from "../../shared/serve/serve.ts";
import { listMedia as list } from "../../shared/store/media-reader.ts";
import { contract } from "./contract.ts";
import { listMedia } from "./list-media.ts";

export const handler = serve(contract, (table) => listMedia({ list: list(table) }));
