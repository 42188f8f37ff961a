import path from "node:path";
import { type Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Variable } from "../shared/runtime/env.ts";
import { budgetPrefix, type IndexName } from "../shared/store/schema.ts";
import type { Settings } from "./settings.ts";

/** What every function of the service is made with. */
export type Deployment = {
  /** The folder with the bundles of all functions. */
  readonly bundles: string;
  readonly settings: Settings;
  readonly tableArn: string;
};

type Props = Deployment & {
  /** The function's folder below functions/. */
  readonly folder: string;
  readonly summary: string;
  readonly tableActions: readonly string[];
  /** The secondary indexes that it may query. */
  readonly indexes?: readonly IndexName[] | undefined;
  /** Whether it counts what its callers spend. */
  readonly hasCallers?: boolean;
  readonly variables: readonly Variable[];
  readonly timeout: Duration;
};

/** A Lambda function of the service, with a role that holds what it is granted and nothing else. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { tableArn, tableActions, indexes = [] } = props;
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
    if (props.hasCallers) {
      statements.push(
        new PolicyStatement({
          actions: ["dynamodb:UpdateItem"],
          resources: [tableArn],
          conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${budgetPrefix}*`] } },
        }),
      );
    }
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: { grants: new PolicyDocument({ statements }) },
    });
    this.lambda = new LambdaFunction(this, "Function", {
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: Code.fromAsset(path.join(props.bundles, props.folder)),
      role: role.withoutPolicyUpdates(),
      logGroup,
      environment: Object.fromEntries(props.variables.map((name) => [name, props.settings[name]])),
      // CPU comes with memory: at 1,769 MB a function has one whole core, and cold starts are CPU.
      memorySize: 1024,
      timeout: props.timeout,
    });
  }
}
