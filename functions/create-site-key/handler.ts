import { serve } from "../../shared/serve/serve.ts";
import { siteKeys } from "../../shared/store/person/site-keys.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { contract } from "./contract.ts";
import { createSiteKey } from "./create-site-key.ts";

export const handler = serve(contract, (table) =>
  createSiteKey({
    findSource: captureSourceById(table),
    siteKeys: siteKeys(table),
    nowMs: Date.now,
  }),
);
