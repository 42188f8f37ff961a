import { mediaOrigin } from "../../shared/media/fetch/origin.ts";
import { mediaSettings } from "../../shared/runtime/env.ts";
import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";
import { page } from "./page.ts";

const answer = page(mediaOrigin(mediaSettings()));

export const handler = servePublic(contract, async () => answer);
