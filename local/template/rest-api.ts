import * as z from "zod/mini";
import { parsePolicy } from "../aws/iam.ts";
import type { LambdaFunction } from "./functions.ts";
import { type GatewayResponse, GatewayResponses, gatewayResponsesOf } from "./gateway-responses.ts";
import { type Integration, IntegrationDocument, integrationOf } from "./integrations.ts";
import type { Resources } from "./resources.ts";
import { readRoles } from "./roles.ts";
import { type AddressLimit, readAddressLimit } from "./web-acl.ts";

/** An `AWS::ApiGateway::RestApi` whose `Body` is an OpenAPI document, with its one stage. */
export type RestApi = {
  logicalId: string;
  id: string;
  stageName: string;
  /** Rate limit for each method of the stage. `undefined`: no limit. */
  throttle: { ratePerSecond: number; burst: number } | undefined;
  /** Limit for each network address. `undefined`: there is no web ACL. */
  addressLimit: AddressLimit | undefined;
  binaryMediaTypes: readonly string[];
  /** `undefined`: responses are never compressed. */
  minimumCompressionSizeBytes: number | undefined;
  routes: readonly Route[];
  gatewayResponses: readonly GatewayResponse[];
};

export type Route = {
  /** `ANY` means every method. */
  httpMethod: string;
  /** Path of the resource, such as `/v1/species/{speciesId}` or `/files/{proxy+}`. */
  path: string;
  integration: Integration;
};

/** @throws Error that names the resource, if the local gateway does not support it */
export function readRestApi(resources: Resources, functions: readonly LambdaFunction[]): RestApi {
  const logicalId = onlyOne(resources, "AWS::ApiGateway::RestApi");
  const stageLogicalId = onlyOne(resources, "AWS::ApiGateway::Stage");
  const { Body: document } = resources.read(logicalId, RestApiProperties);
  const stage = resources.read(stageLogicalId, StageProperties);
  const settings = stage.MethodSettings.find(
    ({ HttpMethod, ResourcePath }) => HttpMethod === "*" && ResourcePath === "/*",
  );
  const named = <T>(part: string, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw resources.error(logicalId, `${part}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const roles = readRoles(resources);
  const statementsOf = (roleArn: string) => {
    const role = roles.get(roleArn);
    if (role === undefined) throw new Error(`its role ${roleArn} is not in this template`);
    return role.policyDocuments.flatMap(parsePolicy);
  };
  return {
    logicalId,
    id: resources.ref(logicalId),
    stageName: stage.StageName,
    throttle:
      settings?.ThrottlingRateLimit !== undefined && settings.ThrottlingBurstLimit !== undefined
        ? { ratePerSecond: settings.ThrottlingRateLimit, burst: settings.ThrottlingBurstLimit }
        : undefined,
    addressLimit: readAddressLimit(resources),
    binaryMediaTypes: document["x-amazon-apigateway-binary-media-types"],
    minimumCompressionSizeBytes: document["x-amazon-apigateway-minimum-compression-size"],
    routes: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { "x-amazon-apigateway-integration": integration }]) => ({
        httpMethod: method === anyMethod ? "ANY" : method.toUpperCase(),
        path,
        integration: named(`${method} ${path}`, () =>
          integrationOf(integration, { functions, statementsOf }),
        ),
      })),
    ),
    gatewayResponses: named("gateway responses", () =>
      gatewayResponsesOf(document["x-amazon-apigateway-gateway-responses"]),
    ),
  };
}

const anyMethod = "x-amazon-apigateway-any-method";
// Strict, so that parts which API Gateway obeys and this gateway ignores are errors, such as validators.
const Operation = z.strictObject({
  parameters: z.optional(z.unknown()),
  responses: z.optional(z.unknown()),
  "x-amazon-apigateway-integration": IntegrationDocument,
});
const ApiDocument = z.strictObject({
  openapi: z.literal("3.0.1"),
  info: z.unknown(),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  "x-amazon-apigateway-gateway-responses": z._default(GatewayResponses, {}),
  "x-amazon-apigateway-binary-media-types": z._default(z.array(z.string()), []),
  "x-amazon-apigateway-minimum-compression-size": z.optional(z.number()),
});
const RestApiProperties = z.object({ Body: ApiDocument });
const StageProperties = z.object({
  StageName: z.string(),
  MethodSettings: z._default(
    z.array(
      z.object({
        HttpMethod: z.string(),
        ResourcePath: z.string(),
        ThrottlingRateLimit: z.optional(z.coerce.number()),
        ThrottlingBurstLimit: z.optional(z.coerce.number()),
      }),
    ),
    [],
  ),
});

function onlyOne(resources: Resources, type: string): string {
  const [logicalId, ...others] = resources.ofType(type);
  if (logicalId !== undefined && others.length === 0) return logicalId;
  throw new Error(
    `The local stack serves exactly one ${type}; the template has ${resources.ofType(type).length}.`,
  );
}
