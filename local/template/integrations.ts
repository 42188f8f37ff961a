import * as z from "zod/mini";
import type { LambdaFunction } from "./functions.ts";
import type { Resources } from "./resources.ts";

/** How a method responds to a request. */
export type Integration =
  | { kind: "lambda"; functionName: string; timeoutMs: number }
  /** Returns a fixed response without a body. */
  | { kind: "mock"; status: number; headers: Readonly<Record<string, string>> };

/** Maximum time that API Gateway waits for an integration, unless the account has a higher quota. */
const maxTimeoutMs = 29_000;

/** @throws Error that names the method when the local gateway does not support its integration */
export function readIntegration(
  resources: Resources,
  methodLogicalId: string,
  value: unknown,
  functions: readonly LambdaFunction[],
): Integration {
  const parsed = IntegrationProperties.safeParse(value);
  if (!parsed.success) throw resources.error(methodLogicalId, z.prettifyError(parsed.error));
  const integration = parsed.data;
  if (integration.Type === "MOCK") {
    const mock = mockOf(integration.IntegrationResponses);
    if (typeof mock === "string") throw resources.error(methodLogicalId, mock);
    return mock;
  }
  // arn:aws:apigateway:<region>:lambda:path/2015-03-31/functions/<function ARN>/invocations
  const target = functions.find(({ arn }) => integration.Uri.endsWith(`/functions/${arn}/invocations`));
  if (target === undefined) {
    throw resources.error(methodLogicalId, `${integration.Uri} is not the URI of a function of this stack`);
  }
  const timeoutMs = Math.min(integration.TimeoutInMillis, maxTimeoutMs);
  return { kind: "lambda", functionName: target.name, timeoutMs };
}

const StringMap = z._default(z.record(z.string(), z.string()), {});
const MockResponse = z.object({
  StatusCode: z.coerce.number(),
  ResponseParameters: StringMap,
  ResponseTemplates: StringMap,
});
const IntegrationProperties = z.discriminatedUnion("Type", [
  z.object({
    Type: z.literal("AWS_PROXY"),
    Uri: z.string(),
    TimeoutInMillis: z._default(z.coerce.number(), maxTimeoutMs),
    // A streamed response has another form, so a template that asks for one is rejected.
    ResponseTransferMode: z.optional(z.literal("BUFFERED")),
  }),
  z.object({ Type: z.literal("MOCK"), IntegrationResponses: z.tuple([MockResponse]) }),
]);

/** Returns the integration, or an error message when the local gateway does not support it. */
function mockOf([response]: [z.output<typeof MockResponse>]): Integration | string {
  if (Object.values(response.ResponseTemplates).some((template) => template.trim() !== "")) {
    return "the local gateway does not support a MOCK with a response template";
  }
  const headers: Record<string, string> = {};
  for (const [target, source] of Object.entries(response.ResponseParameters)) {
    const name = /^method\.response\.header\.(.+)$/.exec(target)?.[1];
    const value = /^'(.*)'$/s.exec(source)?.[1];
    if (name === undefined || value === undefined) {
      return `the local gateway supports only static headers of a MOCK, not ${target} = ${source}`;
    }
    headers[name] = value;
  }
  return { kind: "mock", status: response.StatusCode, headers };
}
