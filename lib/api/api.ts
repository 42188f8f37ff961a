import { ArnFormat, Aws, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Contract } from "../../shared/http/contract.ts";
import { type Endpoint, variablesOf } from "../endpoints.ts";
import { pascalCase } from "../pascal-case.ts";
import { type Deployment, ServiceFunction } from "../service-function.ts";
import { limitAddresses } from "./address-limit.ts";
import { apiDocument, apiName, type Invocation } from "./document.ts";
import { InvokeRole } from "./invoke-role.ts";

type Props = Deployment & { readonly endpoints: readonly Endpoint[] };

/**
 * The format of the access log: the operation and its outcome. The log never has the path as sent, because some paths
 * contain e-mail addresses.
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    sourceIp: "$context.identity.sourceIp",
    method: "$context.httpMethod",
    resource: "$context.resourcePath",
    status: "$context.status",
    bytes: "$context.responseLength",
    latencyMs: "$context.responseLatency",
    functionLatencyMs: "$context.integrationLatency",
    gatewayError: "$context.error.responseType",
  }),
);

/**
 * The REST API. Its stage is named `api` and all paths begin with `/v1`, so that addresses begin with `/api/v1` both at
 * API Gateway's own domain and behind a custom one. Its document has the names of the functions instead of references
 * to them. References would be circular: the functions depend on the client of the user pool, and the client depends on
 * the API's id, because it returns people to the API.
 */
export class Api extends Construct {
  readonly restApi: SpecRestApi;
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, { endpoints, ...deployment }: Props) {
    super(scope, id);
    this.accessLog = new LogGroup(this, "AccessLog", {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const functions = endpoints.map((endpoint) => this.#addFunction(endpoint, deployment));
    const caller = new InvokeRole(this, "Caller");
    const document = apiDocument(
      endpoints.map(({ contract }) => contract),
      (contract) => this.#invocationOf(contract, caller),
    );
    this.restApi = new SpecRestApi(this, "RestApi", {
      restApiName: apiName,
      apiDefinition: ApiDefinition.fromInline(document),
      endpointTypes: [EndpointType.REGIONAL],
      // CloudFormation takes the type of an imported API from this parameter (AWS::ApiGateway::RestApi,
      // EndpointConfiguration).
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      cloudWatchRole: true,
      deployOptions: {
        stageName: "api",
        // Limit for each method, shared by all callers. A single caller reaches its own rate limit much earlier. Callers
        // without a credential have a limit of their own only with `RequestsPerAddress`.
        throttlingRateLimit: 1000,
        throttlingBurstLimit: 2000,
        // Metrics for each method would cost 0.30 USD each a month, more than the rest of a small deployment. Metrics
        // of the stage and of the functions are free.
        metricsEnabled: false,
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
        accessLogFormat,
      },
    });
    // Requests must not arrive before the functions exist and API Gateway may call them.
    this.restApi.latestDeployment?.node.addDependency(...caller.mayInvoke(functions));
    limitAddresses(this.restApi);
  }

  #addFunction(endpoint: Endpoint, deployment: Deployment): IFunction {
    const { operationId, summary, access } = endpoint.contract;
    const { lambda } = new ServiceFunction(this, pascalCase(operationId), {
      ...deployment,
      name: functionName(endpoint.contract),
      folder: operationId,
      summary,
      grants: endpoint,
      cutsVideo: endpoint.cutsVideo,
      hasCallers: access !== "public",
      variables: variablesOf(endpoint),
      timeout: Duration.seconds(endpoint.timeoutSeconds ?? 15),
    });
    return lambda;
  }

  #invocationOf(contract: Contract, { role }: InvokeRole): Invocation {
    const stack = Stack.of(this);
    const arn = stack.formatArn({
      ...{ service: "lambda", resource: "function", resourceName: functionName(contract) },
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const resourceName = `functions/${arn}/invocations`;
    const uri = stack.formatArn({
      ...{ service: "apigateway", account: "lambda", resource: "path/2015-03-31", resourceName },
    });
    return { uri, credentials: role.roleArn };
  }
}

/**
 * Returns the name of a function: at most 64 characters (Lambda API Reference, CreateFunction), so the stack's name may
 * have 40.
 */
function functionName({ operationId }: Contract): string {
  return `${Aws.STACK_NAME}-${pascalCase(operationId)}`;
}
