import path from "node:path";
import { App } from "aws-cdk-lib";
import * as z from "zod/mini";
import { bundleService } from "../lib/service-bundles.ts";
import { ServiceStack } from "../lib/service-stack.ts";

const app = new App({ analyticsReporting: false });
const bundles = path.join(app.outdir, "bundles");
// The local stack sets it to get the native packages of its own platform.
const platform = z.parse(z.optional(z.string()), app.node.tryGetContext("platform"));
bundleService(bundles, platform);

// Without an account and a region, the same template can be deployed anywhere (see lib/settings.ts).
new ServiceStack(app, "WildlifeAnnotation", {
  description: "Wildlife video annotation service",
  bundles,
});
