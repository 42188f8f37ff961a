import { App } from "aws-cdk-lib";
import { ServiceStack } from "../lib/service-stack.ts";

const app = new App({ analyticsReporting: false });

// No account and no region: one template for every place (see lib/settings.ts).
new ServiceStack(app, "WildlifeAnnotation", {
  description: "Wildlife video annotation service",
});
