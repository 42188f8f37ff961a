import { existsSync } from "node:fs";
import { aws_apigateway as apigateway, type Stack as CdkStack, Duration } from "aws-cdk-lib";
import { gatewayHandler } from "../../../local/gateway/gateway.ts";
import { type Handler, listenLoopback } from "../../../local/http/loopback-server.ts";
import { startLambdaService } from "../../../local/lambda/lambda-service.ts";
import { loadStack } from "../../../local/template/load-stack.ts";
import type { RestApi } from "../../../local/template/rest-api.ts";
import { addApi, mock } from "../template/api-in-document.ts";
import { inlineFunction, synthesise } from "../template/cdk-app.ts";

/** Code of a function that returns its event. */
const echo = "export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });";

/** Code of a function whose behaviour the request's body controls. */
const obey = `export const handler = async (event) => {
  const { payload, text, error, exit, delayMs = 0 } = JSON.parse(event.body);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (exit) process.exit(1);
  if (error) throw new Error(error);
  return text === undefined ? payload : { body: text.repeat(1_000_000) };
};`;

const problem = (type: string) =>
  `{"type":"${type}","detail":$context.error.messageString,"kind":"$context.error.responseType","instance":"$context.requestId"}`;

function build(stack: CdkStack): void {
  const echoFunction = { lambda: inlineFunction(stack, "Echo", echo) };
  const obeyFunction = {
    lambda: inlineFunction(stack, "Obey", obey, { timeout: Duration.seconds(20), memorySize: 512 }),
  };
  const forbidden = { lambda: inlineFunction(stack, "Forbidden", echo) };
  const gatewayResponse = (type: string, status?: string) => ({
    ...(status === undefined ? {} : { statusCode: status }),
    responseParameters: {
      "gatewayresponse.header.Access-Control-Allow-Origin": "'*'",
    },
    responseTemplates: { "application/problem+json": problem(type) },
  });
  addApi(
    stack,
    {
      "ANY /v1/echo": echoFunction,
      "OPTIONS /v1/echo": mock({
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "Authorization",
        "Access-Control-Allow-Methods": apigateway.Cors.ALL_METHODS.join(","),
        "Access-Control-Max-Age": "3600",
      }),
      "GET /v1/echo/{id}": echoFunction,
      "GET /v1/echo/me": echoFunction,
      "ANY /v1/files/{proxy+}": echoFunction,
      "POST /v1/obey": obeyFunction,
      "HEAD /v1/obey": echoFunction,
      "POST /v1/hasty": { ...obeyFunction, timeoutInMillis: 300 },
      "GET /v1/forbidden": forbidden,
    },
    {
      "x-amazon-apigateway-gateway-responses": {
        MISSING_AUTHENTICATION_TOKEN: gatewayResponse("no-such-path", "404"),
        DEFAULT_4XX: gatewayResponse("refused"),
        DEFAULT_5XX: gatewayResponse("failed"),
      },
      "x-amazon-apigateway-binary-media-types": ["image/*"],
      "x-amazon-apigateway-minimum-compression-size": 1000,
    },
    { deployOptions: { stageName: "api" }, forbidden: [forbidden.lambda] },
  );
}

let assembly: string | undefined;

export type EchoApi = { port: number; unusable: string[]; close: () => Promise<void> };

/** Starts an API on loopback from a synthesised template, with real sandboxes for its functions. */
export async function startEchoApi(
  change: (api: RestApi) => RestApi = (api) => api,
  mounts: Record<string, Handler> = {},
): Promise<EchoApi> {
  if (assembly === undefined || !existsSync(assembly)) assembly = synthesise(build);
  const stack = loadStack(assembly, "Test");
  const lambda = startLambdaService({
    functions: stack.functions,
    region: stack.region,
    onOutput: () => undefined,
  });
  const unusable: string[] = [];
  const handler = gatewayHandler({
    api: change(stack.api),
    accountId: stack.accountId,
    invoke: lambda.invoke,
    mounts,
    onUnusable: (name, reason) => unusable.push(`${name}: ${reason}`),
  });
  const server = await listenLoopback({ port: 0, handler });
  return {
    port: server.port,
    unusable,
    close: async () => {
      await server.close();
      await lambda.stop();
    },
  };
}
