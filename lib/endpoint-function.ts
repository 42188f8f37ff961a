import path from "node:path";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type Endpoint, variablesOf } from "./endpoints.ts";
import type { Settings } from "./settings.ts";

type Props = {
  readonly endpoint: Endpoint;
  readonly bundles: string;
  readonly settings: Settings;
  readonly tableArn: string;
};

/** The Lambda function of one endpoint, with a role that holds what its row grants and nothing else. */
export class EndpointFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, { endpoint, bundles, settings, tableArn }: Props) {
    super(scope, id);
    const { contract, tableActions, indexes = [] } = endpoint;
    const logGroup = new LogGroup(this, "Log", {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const statements = [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    ];
    if (tableActions.length > 0) {
      statements.push(new PolicyStatement({ actions: [...tableActions], resources: [tableArn] }));
    }
    if (indexes.length > 0) {
      const resources = indexes.map((index) => `${tableArn}/index/${index}`);
      statements.push(new PolicyStatement({ actions: ["dynamodb:Query"], resources }));
    }
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: { grants: new PolicyDocument({ statements }) },
    });
    this.lambda = new LambdaFunction(this, "Function", {
      description: contract.summary,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: Code.fromAsset(path.join(bundles, contract.operationId)),
      role: role.withoutPolicyUpdates(),
      logGroup,
      environment: Object.fromEntries(variablesOf(endpoint).map((name) => [name, settings[name]])),
      // CPU comes with memory: at 1,769 MB a function has one whole core, and cold starts are CPU.
      memorySize: 1024,
      timeout: Duration.seconds(15),
    });
  }
}
