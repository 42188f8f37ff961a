import * as z from "zod/mini";
import { decide, type PolicyStatement } from "../aws/iam.ts";
import type { LambdaFunction } from "./functions.ts";
import { staticHeaders } from "./static-headers.ts";

/** The backend of a method: a function, or a mock without a backend. */
export type Integration = LambdaIntegration | MockIntegration;

type LambdaIntegration = {
  kind: "lambda";
  functionName: string;
  timeoutMs: number;
  /** True if the role of the integration may call the function. */
  mayInvoke: boolean;
};

/** Responds without a backend and without a body. */
export type MockIntegration = {
  kind: "mock";
  status: number;
  headers: Readonly<Record<string, string>>;
  /** `contentHandling` is `CONVERT_TO_TEXT`. Without this setting, the integration fails for a request that counts as binary. */
  convertsToText?: true;
  /** `passthroughBehavior` is `never`: requests of other types than JSON get 415. Otherwise, such requests fail. */
  refusesOtherTypes?: true;
};

/** The functions that integrations call, and the permissions of a role by its ARN. */
export type IntegrationTargets = {
  functions: readonly LambdaFunction[];
  statementsOf: (roleArn: string) => readonly PolicyStatement[];
};

/** Maximum time that API Gateway waits for an integration, unless the account has a higher quota. */
const maxTimeoutMs = 29_000;

const StringMap = z._default(z.record(z.string(), z.string()), {});
const MockResponse = z.strictObject({
  statusCode: z.coerce.number(),
  contentHandling: z.optional(z.string()),
  responseParameters: StringMap,
});
/** The extension `x-amazon-apigateway-integration`. Strict, so that settings that this gateway ignores are errors. */
export const IntegrationDocument = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("aws_proxy"),
    // Lambda accepts no other method.
    httpMethod: z.literal("POST"),
    uri: z.string(),
    // Required, because without a role the function's own policy would have to allow calls by API Gateway.
    credentials: z.string(),
    timeoutInMillis: z._default(z.coerce.number(), maxTimeoutMs),
  }),
  z.strictObject({
    type: z.literal("mock"),
    contentHandling: z.optional(z.string()),
    passthroughBehavior: z.optional(z.string()),
    // This gateway supports templates for no other content type.
    requestTemplates: z.strictObject({ "application/json": z.string() }),
    responses: z.strictObject({ default: MockResponse }),
  }),
]);
type Document = z.output<typeof IntegrationDocument>;

/** @throws Error if the local gateway does not support the integration */
export function integrationOf(document: Document, targets: IntegrationTargets): Integration {
  if (document.type === "mock") return mockOf(document);
  const { uri, credentials, timeoutInMillis } = document;
  // arn:aws:apigateway:<region>:lambda:path/2015-03-31/functions/<function ARN>/invocations
  const target = targets.functions.find(({ arn }) => uri.endsWith(`/functions/${arn}/invocations`));
  if (target === undefined) throw new Error(`${uri} is not the URI of a function of this stack`);
  const decision = decide(targets.statementsOf(credentials), "lambda:InvokeFunction", target.arn);
  return {
    kind: "lambda",
    functionName: target.name,
    timeoutMs: Math.min(timeoutInMillis, maxTimeoutMs),
    mayInvoke: decision === "allowed",
  };
}

function mockOf(document: Extract<Document, { type: "mock" }>): MockIntegration {
  const response = document.responses.default;
  return {
    kind: "mock",
    status: response.statusCode,
    headers: staticHeaders(response.responseParameters, "method.response.header."),
    ...(document.contentHandling === "CONVERT_TO_TEXT" ? { convertsToText: true } : {}),
    ...(document.passthroughBehavior === "never" ? { refusesOtherTypes: true } : {}),
  };
}
