import { existsSync } from "node:fs";
import { aws_apigateway as apigateway, type Stack as CdkStack, Duration, Size } from "aws-cdk-lib";
import { gatewayHandler } from "../../../local/gateway/gateway.ts";
import { type Handler, listenLoopback } from "../../../local/http/loopback-server.ts";
import { startLambdaService } from "../../../local/lambda/lambda-service.ts";
import { loadStack } from "../../../local/template/load-stack.ts";
import type { RestApi } from "../../../local/template/rest-api.ts";
import { inlineFunction, synthesise } from "../template/cdk-app.ts";

/** Code of a function that returns its event. */
const echo = "export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });";

/** Code of a function that does what the request's body says. */
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
  const echoFunction = new apigateway.LambdaIntegration(inlineFunction(stack, "Echo", echo));
  const obeyFunction = inlineFunction(stack, "Obey", obey, {
    timeout: Duration.seconds(20),
    memorySize: 512,
  });
  const api = new apigateway.RestApi(stack, "Api", {
    binaryMediaTypes: ["image/*"],
    minCompressionSize: Size.bytes(1000),
    cloudWatchRole: false,
    deployOptions: { stageName: "api" },
  });
  const resource = (path: string) => api.root.resourceForPath(path);
  resource("/v1/echo").addMethod("ANY", echoFunction);
  resource("/v1/echo").addCorsPreflight({
    allowOrigins: ["*"],
    allowHeaders: ["Authorization"],
    maxAge: Duration.hours(1),
  });
  resource("/v1/echo/{id}").addMethod("GET", echoFunction);
  resource("/v1/echo/me").addMethod("GET", echoFunction);
  resource("/v1/files/{proxy+}").addMethod("ANY", echoFunction);
  resource("/v1/obey").addMethod("POST", new apigateway.LambdaIntegration(obeyFunction));
  resource("/v1/obey").addMethod("HEAD", echoFunction);
  resource("/v1/hasty").addMethod(
    "POST",
    new apigateway.LambdaIntegration(obeyFunction, { timeout: Duration.millis(300) }),
  );
  const addResponse = (id: string, type: apigateway.ResponseType, status?: string) =>
    api.addGatewayResponse(id, {
      type,
      ...(status === undefined ? {} : { statusCode: status }),
      responseHeaders: {
        "Access-Control-Allow-Origin": "'*'",
        "X-Path": "context.path",
        "X-Sent": "method.request.header.X-Sent",
      },
      templates: { "application/problem+json": problem(id) },
    });
  addResponse("no-such-path", apigateway.ResponseType.MISSING_AUTHENTICATION_TOKEN, "404");
  addResponse("refused", apigateway.ResponseType.DEFAULT_4XX);
  addResponse("failed", apigateway.ResponseType.DEFAULT_5XX);
}

let assembly: string | undefined;

export type EchoApi = { port: number; malformed: string[]; close: () => Promise<void> };

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
  const malformed: string[] = [];
  const handler = gatewayHandler({
    api: change(stack.api),
    accountId: stack.accountId,
    invoke: lambda.invoke,
    mounts,
    onMalformedAnswer: (name, reason) => malformed.push(`${name}: ${reason}`),
  });
  const server = await listenLoopback({ port: 0, handler });
  return {
    port: server.port,
    malformed,
    close: async () => {
      await server.close();
      await lambda.stop();
    },
  };
}
