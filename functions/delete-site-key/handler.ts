import { serve } from "../../shared/serve/serve.ts";
import { siteKeys } from "../../shared/store/person/site-keys.ts";
import { contract } from "./contract.ts";
import { deleteSiteKey } from "./delete-site-key.ts";

export const handler = serve(contract, (table) => deleteSiteKey({ siteKeys: siteKeys(table) }));
