import { serve } from "../../shared/serve/serve.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { siteKeys } from "../../shared/store/person/site-keys.ts";
import { contract } from "./contract.ts";
import { listSiteKeys } from "./list-site-keys.ts";

export const handler = serve(contract, (table) =>
  listSiteKeys({ findSource: captureSourceById(table), siteKeys: siteKeys(table) }),
);
