import path from "node:path";
import { CfnOutput, Stack, type StackProps, Stage } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import { bundleFunctions } from "./bundles.ts";
import { endpoints } from "./endpoints.ts";
import { settingsOf } from "./settings.ts";
import { Storage } from "./storage.ts";

/** The whole service: storage, a function an endpoint, and the API in front of them. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const bundles = path.join(Stage.of(this)?.outdir ?? "cdk.out", "bundles");
    const names = endpoints.map(({ contract }) => contract.operationId);
    bundleFunctions(names, bundles);
    const { table } = new Storage(this, "Storage");
    const { restApi } = new Api(this, "Api", {
      endpoints,
      bundles,
      settings: settingsOf(this, table.tableName),
      tableArn: table.tableArn,
    });
    new CfnOutput(this, "ApiUrl", {
      description: "The base_url of the interface: paths below it begin with /api/v1.",
      value: `https://${restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`,
    });
  }
}
