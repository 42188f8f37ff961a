import * as z from "zod/mini";
import type { LambdaFunction } from "./functions.ts";
import { type GatewayResponse, readGatewayResponses } from "./gateway-responses.ts";
import { type Integration, readIntegration } from "./integrations.ts";
import { rootResourceId } from "./physical-resources.ts";
import type { Resources } from "./resources.ts";
import { type AddressLimit, readAddressLimit } from "./web-acl.ts";

/** An `AWS::ApiGateway::RestApi` with its one stage. */
export type RestApi = {
  logicalId: string;
  id: string;
  stageName: string;
  /** Rate limit of each method of the stage; `undefined` without a limit. */
  throttle: { ratePerSecond: number; burst: number } | undefined;
  /** Limit of each network address; `undefined` without a web ACL. */
  addressLimit: AddressLimit | undefined;
  binaryMediaTypes: readonly string[];
  /** `undefined` when responses are never compressed. */
  minimumCompressionSizeBytes: number | undefined;
  routes: readonly Route[];
  gatewayResponses: readonly GatewayResponse[];
};

export type Route = {
  /** `ANY` means every method. */
  httpMethod: string;
  /** Path of the resource, such as `/v1/species/{speciesId}` or `/files/{proxy+}`. */
  path: string;
  resourceId: string;
  integration: Integration;
};

/** @throws Error that names a resource that the local gateway does not support */
export function readRestApi(resources: Resources, functions: readonly LambdaFunction[]): RestApi {
  const logicalId = onlyOne(resources, "AWS::ApiGateway::RestApi");
  const stageLogicalId = onlyOne(resources, "AWS::ApiGateway::Stage");
  const api = resources.read(logicalId, RestApiProperties);
  const stage = resources.read(stageLogicalId, StageProperties);
  const settings = stage.MethodSettings.find(
    ({ HttpMethod, ResourcePath }) => HttpMethod === "*" && ResourcePath === "/*",
  );
  return {
    logicalId,
    id: resources.ref(logicalId),
    stageName: stage.StageName,
    throttle:
      settings?.ThrottlingRateLimit !== undefined && settings.ThrottlingBurstLimit !== undefined
        ? { ratePerSecond: settings.ThrottlingRateLimit, burst: settings.ThrottlingBurstLimit }
        : undefined,
    addressLimit: readAddressLimit(resources),
    binaryMediaTypes: api.BinaryMediaTypes,
    minimumCompressionSizeBytes: api.MinimumCompressionSize,
    routes: readRoutes(resources, logicalId, functions),
    gatewayResponses: readGatewayResponses(resources),
  };
}

const RestApiProperties = z.object({
  BinaryMediaTypes: z._default(z.array(z.string()), []),
  MinimumCompressionSize: z.optional(z.coerce.number()),
});
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
const ResourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() });
const MethodProperties = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z._default(z.string(), "NONE"),
  ApiKeyRequired: z._default(z.boolean(), false),
  Integration: z.unknown(),
});

function readRoutes(
  resources: Resources,
  apiLogicalId: string,
  functions: readonly LambdaFunction[],
): Route[] {
  const nodes = new Map(
    resources
      .ofType("AWS::ApiGateway::Resource")
      .map((logicalId) => [resources.ref(logicalId), resources.read(logicalId, ResourceProperties)]),
  );
  const rootId = rootResourceId(apiLogicalId);
  const pathOf = (resourceId: string): string => {
    const node = nodes.get(resourceId);
    return node === undefined ? "" : `${pathOf(node.ParentId)}/${node.PathPart}`;
  };
  return resources.ofType("AWS::ApiGateway::Method").map((logicalId) => {
    const method = resources.read(logicalId, MethodProperties);
    if (method.AuthorizationType !== "NONE" || method.ApiKeyRequired) {
      throw resources.error(logicalId, "the local gateway does not support authorizers and API keys");
    }
    if (method.ResourceId !== rootId && !nodes.has(method.ResourceId)) {
      throw resources.error(logicalId, `its resource ${method.ResourceId} is not in this template`);
    }
    return {
      httpMethod: method.HttpMethod,
      path: pathOf(method.ResourceId) || "/",
      resourceId: method.ResourceId,
      integration: readIntegration(resources, logicalId, method.Integration, functions),
    };
  });
}

function onlyOne(resources: Resources, type: string): string {
  const [logicalId, ...others] = resources.ofType(type);
  if (logicalId !== undefined && others.length === 0) return logicalId;
  throw new Error(
    `The local stack serves exactly one ${type}; the template has ${resources.ofType(type).length}.`,
  );
}
