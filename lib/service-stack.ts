import path from "node:path";
import { CfnOutput, Stack, type StackProps, Stage } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import { addFiles, bundleFunctions } from "./bundles.ts";
import { endpoints } from "./endpoints.ts";
import { JobFunctions } from "./job-functions.ts";
import { jobs } from "./jobs.ts";
import { settingsOf } from "./settings.ts";
import { Storage } from "./storage.ts";

/** The whole service: storage, a function an endpoint, the API in front of them, and the jobs. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const bundles = path.join(Stage.of(this)?.outdir ?? "cdk.out", "bundles");
    bundleFunctions(
      [...endpoints.map(({ contract }) => contract.operationId), ...jobs.map(({ name }) => `jobs/${name}`)],
      bundles,
    );
    for (const { contract, files = [] } of endpoints) addFiles(contract.operationId, files, bundles);
    const { table } = new Storage(this, "Storage");
    const deployment = {
      bundles,
      settings: settingsOf(this, table.tableName),
      tableArn: table.tableArn,
    };
    const { restApi } = new Api(this, "Api", { endpoints, ...deployment });
    new JobFunctions(this, "Jobs", { jobs, ...deployment });
    new CfnOutput(this, "ApiUrl", {
      description: "The base_url of the interface: paths below it begin with /api/v1.",
      value: `https://${restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`,
    });
  }
}
