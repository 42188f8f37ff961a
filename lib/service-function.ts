import path from "node:path";
import { Duration, Size, SymlinkFollowMode } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Variable } from "../shared/runtime/env.ts";
import { rateLimitPrefix } from "../shared/table/schema.ts";
import { type Grants, type GrantTargets, statementsOf } from "./grants.ts";
import type { Settings } from "./settings.ts";

/** The common properties of all functions of the service. */
export type Deployment = {
  /** The folder with the bundles of all functions. */
  readonly bundles: string;
  readonly settings: Settings;
  /** The log group of all functions. */
  readonly logGroup: ILogGroup;
  /** The ARNs that the functions' grants apply to. */
  readonly targets: GrantTargets;
};

type Props = Deployment & {
  /** Default: CloudFormation makes one. */
  readonly name?: string;
  /** The function's folder below functions/. */
  readonly folder: string;
  readonly summary: string;
  readonly grants: Grants<string>;
  readonly cutsVideo?: boolean | undefined;
  /** True if the function counts requests for the callers' rate limit. */
  readonly hasCallers?: boolean;
  readonly memoryMegabytes?: number | undefined;
  readonly diskMegabytes?: number | undefined;
  readonly variables: readonly Variable[];
  readonly timeout: Duration;
  /** The queue for failed asynchronous calls. */
  readonly deadLetters?: IQueue | undefined;
};

/** A Lambda function of the service. Its role has exactly the permissions in `props`. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { logGroup, grants, targets } = props;
    const statements = [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
      ...statementsOf(grants, targets),
    ];
    if (props.deadLetters) {
      const resources = [props.deadLetters.queueArn];
      statements.push(new PolicyStatement({ actions: ["sqs:SendMessage"], resources }));
    }
    if (props.hasCallers) {
      statements.push(
        new PolicyStatement({
          actions: ["dynamodb:UpdateItem"],
          resources: [targets.tableArn],
          conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${rateLimitPrefix}*`] } },
        }),
      );
    }
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: { grants: new PolicyDocument({ statements }) },
    });
    this.lambda = new LambdaFunction(this, "Function", {
      ...(props.name === undefined ? {} : { functionName: props.name }),
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      // Packages in a bundle are symbolic links.
      code: Code.fromAsset(path.join(props.bundles, props.folder), {
        followSymlinks: SymlinkFollowMode.ALWAYS,
      }),
      role: role.withoutPolicyUpdates(),
      logGroup,
      // Our log lines are JSON already. Lambda's JSON format would also filter them by level. From LogLevel WARN on, it
      // would drop the metrics of jobs, because a line without a level counts as INFO (Lambda Developer Guide,
      // "Log-level filtering").
      loggingFormat: LoggingFormat.TEXT,
      environment: {
        // Powertools writes this name into each log line as `service`.
        POWERTOOLS_SERVICE_NAME: path.basename(props.folder),
        ...Object.fromEntries(props.variables.map((name) => [name, props.settings[name]])),
      },
      // Lambda assigns CPU by memory, one full core at 1,769 MB. Cold starts are limited by CPU.
      memorySize: props.memoryMegabytes ?? (props.cutsVideo ? 2048 : 1024),
      ...(props.diskMegabytes ? { ephemeralStorageSize: Size.mebibytes(props.diskMegabytes) } : {}),
      timeout: props.timeout,
    });
    // CDK adds a DependsOn for the role, which the role's ARN already implies (W3005 of cfn-lint).
    const resource = this.lambda.node.defaultChild;
    if (resource instanceof CfnFunction) resource.addDeletionOverride("DependsOn");
    if (props.deadLetters) {
      this.lambda.configureAsyncInvoke({
        onFailure: new SqsDestination(props.deadLetters),
        // The schedule makes the next call, which continues the work.
        retryAttempts: 0,
        maxEventAge: Duration.minutes(15),
      });
    }
  }
}
