import { App } from "aws-cdk-lib";
import { ServiceStack } from "../lib/service-stack.ts";

const app = new App({ analyticsReporting: false });

// Without an account and a region, the same template can be deployed anywhere (see lib/settings.ts).
new ServiceStack(app, "WildlifeAnnotation", {
  description: "Wildlife video annotation service",
});
