import { App } from "aws-cdk-lib";
import { ServiceStack } from "../../lib/service-stack.ts";

/** The service's stack, to be synthesised into a folder. Code is looked at where it was bundled: nothing is copied. */
export function serviceStack(outdir: string): ServiceStack {
  const context = { "aws:cdk:disable-asset-staging": true };
  return new ServiceStack(new App({ outdir, context, analyticsReporting: false }), "WildlifeAnnotation", {});
}
