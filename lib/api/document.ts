import type { Contract } from "../../shared/http/contract.ts";
import { gatewayResponses } from "./gateway-responses.ts";
import { preflight } from "./preflight.ts";

/** A function for API Gateway: the URI by which it is called, and the ARN of the role that may call it. */
export type Invocation = { readonly uri: string; readonly credentials: string };

export const apiName = "wildlife-video-annotation";

/**
 * Returns the API as API Gateway imports it: OpenAPI 3.0.1 with only paths, methods and integrations. The published
 * description (docs/openapi.json) is made from the same contracts, but it is OpenAPI 3.1, which API Gateway rejects.
 * Schemas are left out, because functions validate requests themselves.
 */
export function apiDocument(
  contracts: readonly Contract[],
  invocationOf: (contract: Contract) => Invocation,
): object {
  const paths: Record<string, Record<string, object>> = {};
  const preflightAt = (path: string) => {
    paths[path] ??= { options: { ...parametersOf(path), ...preflight } };
  };
  for (const contract of contracts) {
    const path = `/v1${contract.path}`;
    for (const resource of resourcesOf(path)) preflightAt(resource);
    paths[path] = {
      ...paths[path],
      [contract.method.toLowerCase()]: operationOf(contract, path, invocationOf),
    };
  }
  // Unknown paths get a preflight and no other method, so that a browser sends the request and can read the 404 of the
  // gateway responses. These two paths match only requests that no other path matches.
  for (const path of ["/{proxy+}", "/v1/{proxy+}"]) preflightAt(path);
  return {
    openapi: "3.0.1",
    info: { title: apiName, version: "1" },
    paths,
    "x-amazon-apigateway-gateway-responses": gatewayResponses,
    // API Gateway decodes a function's base64 to bytes only if the first media type in Accept is listed here, and
    // clients send any type. The list also makes API Gateway encode request bodies in base64 for functions.
    "x-amazon-apigateway-binary-media-types": ["*/*"],
    "x-amazon-apigateway-minimum-compression-size": 1024,
  };
}

function operationOf(contract: Contract, path: string, invocationOf: (contract: Contract) => Invocation) {
  const statuses = Object.keys(contract.responses);
  return {
    ...parametersOf(path),
    // OpenAPI requires at least one response. API Gateway returns every response of a function as it is.
    responses: Object.fromEntries(statuses.map((status) => [status, { description: "" }])),
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      // API Gateway calls Lambda with this method, whatever the method of the request is.
      httpMethod: "POST",
      ...invocationOf(contract),
    },
  };
}

/**
 * Returns a path and all paths above it: `/`, `/v1`, `/v1/a` and `/v1/a/{id}` for `/v1/a/{id}`. API Gateway makes a
 * resource for each.
 */
function resourcesOf(path: string): readonly string[] {
  const segments = path.slice(1).split("/");
  return ["/", ...segments.map((_, i) => `/${segments.slice(0, i + 1).join("/")}`)];
}

function parametersOf(path: string): object {
  const names = Array.from(path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name);
  if (names.length === 0) return {};
  // OpenAPI requires the schema, and API Gateway's own exports have this one.
  return {
    parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
  };
}
