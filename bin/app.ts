import path from "node:path";
import { App } from "aws-cdk-lib";
import * as z from "zod/mini";
import { bundleOnce } from "../lib/bundle-cache.ts";
import { bundleService } from "../lib/service-bundles.ts";
import { ServiceStack } from "../lib/service-stack.ts";

const app = new App({ analyticsReporting: false });
const bundles = path.join(app.outdir, "bundles");
// The local stack sets the platform, to get the native packages of its own.
const platform = z.parse(z.optional(z.string()), app.node.tryGetContext("platform"));
const build = (folder: string) => bundleService(folder, platform);
// The local stack reuses bundles, because it starts often. Bundles for deployment are always made anew.
if (app.node.tryGetContext("reuseBundles") === true) {
  bundleOnce(path.join(import.meta.dirname, ".."), bundles, platform ?? "", build);
} else {
  build(bundles);
}

// Without an account and a region, the same template can be deployed anywhere (see lib/settings.ts).
new ServiceStack(app, "WildlifeAnnotation", {
  description: "Wildlife video annotation service",
  bundles,
});
