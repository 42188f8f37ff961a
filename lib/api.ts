import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import {
  AccessLogFormat,
  Cors,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { allowedRequestHeaders } from "../shared/http/headers.ts";
import { limitAddresses } from "./address-limit.ts";
import { type Endpoint, variablesOf } from "./endpoints.ts";
import { addGatewayResponses } from "./gateway-responses.ts";
import { pascalCase } from "./pascal-case.ts";
import { convertPreflightsToText } from "./preflights.ts";
import { type Deployment, ServiceFunction } from "./service-function.ts";

type Props = Deployment & { readonly endpoints: readonly Endpoint[] };

/** The operation and its outcome. Never the path as sent: some paths contain e-mail addresses. */
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
 * The REST API. Its stage is named `api` and its first resource `v1`, so that paths begin with `/api/v1` both at API
 * Gateway's own address and behind a custom domain.
 */
export class Api extends Construct {
  readonly restApi: RestApi;
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, { endpoints, ...deployment }: Props) {
    super(scope, id);
    this.accessLog = new LogGroup(this, "AccessLog", {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = new RestApi(this, "RestApi", {
      restApiName: "wildlife-video-annotation",
      endpointTypes: [EndpointType.REGIONAL],
      minCompressionSize: Size.bytes(1024),
      // API Gateway sends base64 as bytes only when the first media type in Accept is listed here, and clients send any
      // type. It also makes API Gateway pass request bodies to functions in base64.
      binaryMediaTypes: ["*/*"],
      cloudWatchRole: true,
      deployOptions: {
        stageName: "api",
        // Limit for each method, shared by all callers. A single caller reaches its own rate limit long before. Strangers
        // have one only with `RequestsPerAddress`.
        throttlingRateLimit: 1000,
        throttlingBurstLimit: 2000,
        // Metrics for each method would cost 0.30 USD each a month, more than the rest of a small deployment. Metrics
        // of the stage and of the functions are free.
        metricsEnabled: false,
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
        accessLogFormat,
      },
      defaultCorsPreflightOptions: {
        allowOrigins: Cors.ALL_ORIGINS,
        allowMethods: Cors.ALL_METHODS,
        allowHeaders: [...allowedRequestHeaders],
        maxAge: Duration.days(1),
      },
    });
    addGatewayResponses(this.restApi);
    const root = this.restApi.root.addResource("v1");
    for (const endpoint of endpoints) {
      const { operationId, method, path, summary } = endpoint.contract;
      const { lambda } = new ServiceFunction(this, pascalCase(operationId), {
        ...deployment,
        folder: operationId,
        summary,
        grants: endpoint,
        cutsVideo: endpoint.cutsVideo,
        hasCallers: endpoint.contract.access !== "public",
        variables: variablesOf(endpoint),
        timeout: Duration.seconds(endpoint.timeoutSeconds ?? 15),
      });
      root
        .resourceForPath(path.slice(1))
        .addMethod(method, new LambdaIntegration(lambda, { allowTestInvoke: false }));
    }
    // Unknown paths get a preflight and no other method: a browser then sends the request and reads the 404 problem of
    // the gateway responses. These resources match only the paths that no other resource matches.
    for (const parent of [this.restApi.root, root]) parent.addResource("{proxy+}");
    convertPreflightsToText(this.restApi);
    limitAddresses(this.restApi);
  }
}
