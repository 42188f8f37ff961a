import { serve } from "../../shared/serve/serve.ts";
import { siteKeys } from "../../shared/store/person/site-keys.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { contract } from "./contract.ts";
import { listSiteKeys } from "./list-site-keys.ts";

export const handler = serve(contract, (table) =>
  listSiteKeys({ findSource: captureSourceById(table), siteKeys: siteKeys(table) }),
);
