import { readFileSync } from "node:fs";
import path from "node:path";
import { discover } from "../../shared/auth/discovery.ts";
import { mediaOrigin } from "../../shared/media/fetch/origin.ts";
import { mediaSettings, oidcIssuer, videoSourceSettings } from "../../shared/runtime/env.ts";
import { memoize } from "../../shared/runtime/memoize.ts";
import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";
import { getApp } from "./get-app.ts";
import { pagePolicy } from "./page-policy.ts";

const html = readFileSync(path.join(import.meta.dirname, "index.html"), "utf8");
const issuer = oidcIssuer();
const [media, videos] = [mediaSettings(), videoSourceSettings()];
const originOf = (bucket: string) => mediaOrigin({ ...media, bucket });
const discovered = memoize(discover);

/** The page opens even if the issuer cannot be reached. The page then shows that nobody can sign in. */
async function policy(): Promise<string> {
  const document = await discovered(issuer).catch(() => undefined);
  return pagePolicy({ videos, originOf, issuer, tokenEndpoint: document?.token_endpoint });
}

export const handler = servePublic(contract, getApp({ html, policy }));
