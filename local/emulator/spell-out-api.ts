import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

/**
 * Rewrites the template in `assembly` for emulators, which read less of an API's OpenAPI document than AWS does. The
 * parts that an emulator ignores become resources of their own.
 */
export function spellOutApi(assembly: string, stackName: string, reads: Reads): void {
  const file = path.join(assembly, `${stackName}.template.json`);
  writeFileSync(file, JSON.stringify(spelledOut(JSON.parse(readFileSync(file, "utf8")), reads)));
}

/**
 * The parts of the document that an emulator reads. `methods`: everything except gateway responses, as in LocalStack
 * (4.14.0, services/apigateway/helpers.py). `functions`: paths and functions, but no preflights, gateway responses or
 * media types, as in ministack (1.5.33, ministackorg/ministack#928).
 */
type Reads = "methods" | "functions";

const Properties = z.record(z.string(), z.unknown());
const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.optional(Properties),
  DependsOn: z._default(z.array(z.string()), []),
});
const Template = z.looseObject({ Resources: z.record(z.string(), Resource) });
const Operation = z.object({
  responses: z.record(z.string(), z.object({ headers: z.optional(Properties) })),
  "x-amazon-apigateway-integration": z.looseObject({
    type: z.string(),
    httpMethod: z.optional(z.string()),
    passthroughBehavior: z.optional(z.string()),
    responses: z.optional(z.object({ default: Properties })),
  }),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  "x-amazon-apigateway-gateway-responses": z.record(z.string(), Properties),
  "x-amazon-apigateway-binary-media-types": z.array(z.string()),
});

type Added = Record<string, z.output<typeof Resource>>;

/** Returns the template, with the parts of the document that the emulator ignores as resources. */
export function spelledOut(template: unknown, reads: Reads): z.output<typeof Template> {
  const { Resources: all, ...rest } = z.parse(Template, template);
  const [id, api] = ofType(all, "AWS::ApiGateway::RestApi");
  const { Body, ...properties } = api.Properties ?? {};
  const document = z.parse(Document, Body);
  const RestApiId = { Ref: id };
  const added: Added = reads === "methods" ? {} : methodsOf(id, document);
  for (const [type, response] of Object.entries(document["x-amazon-apigateway-gateway-responses"])) {
    added[`${id}${type.replaceAll("_", "")}`] = {
      Type: "AWS::ApiGateway::GatewayResponse",
      Properties: { RestApiId, ResponseType: type, ...capitalised(response) },
      DependsOn: [],
    };
  }
  const [deploymentId, deployment] = ofType(all, "AWS::ApiGateway::Deployment");
  const BinaryMediaTypes = document["x-amazon-apigateway-binary-media-types"];
  const spelled = reads === "methods" ? api : { ...api, Properties: { ...properties, BinaryMediaTypes } };
  const Resources = {
    ...all,
    [id]: spelled,
    ...added,
    [deploymentId]: { ...deployment, DependsOn: [...deployment.DependsOn, ...Object.keys(added)] },
  };
  return { ...rest, Resources };
}

/** Returns the resources and methods for the paths, by logical id. */
function methodsOf(id: string, document: z.output<typeof Document>): Added {
  const RestApiId = { Ref: id };
  const added: Added = {};
  const resourceIds = new Map<string, object>([["/", { "Fn::GetAtt": [id, "RootResourceId"] }]]);
  for (const [index, [path, methods]] of Object.entries(document.paths).entries()) {
    const name = `${id}Path${index}`;
    if (path !== "/") {
      const cut = path.lastIndexOf("/");
      const ParentId = resourceIds.get(path.slice(0, cut) || "/");
      const place = { RestApiId, ParentId, PathPart: path.slice(cut + 1) };
      added[name] = { Type: "AWS::ApiGateway::Resource", Properties: place, DependsOn: [] };
      resourceIds.set(path, { Ref: name });
    }
    for (const [method, operation] of Object.entries(methods)) {
      const place = { RestApiId, ResourceId: resourceIds.get(path), HttpMethod: method.toUpperCase() };
      added[`${name}${method}`] = {
        Type: "AWS::ApiGateway::Method",
        Properties: { ...place, AuthorizationType: "NONE", ...methodOf(operation) },
        DependsOn: [],
      };
    }
  }
  return added;
}

function methodOf({ responses, "x-amazon-apigateway-integration": integration }: z.output<typeof Operation>) {
  const { type, httpMethod, passthroughBehavior, responses: answers, ...others } = integration;
  const headersOf = (headers: object = {}) =>
    Object.fromEntries(Object.keys(headers).map((name) => [`method.response.header.${name}`, true]));
  return {
    MethodResponses: Object.entries(responses).map(([StatusCode, { headers }]) => ({
      StatusCode,
      ResponseParameters: headersOf(headers),
    })),
    Integration: {
      ...capitalised(others),
      Type: type.toUpperCase(),
      ...(httpMethod ? { IntegrationHttpMethod: httpMethod } : {}),
      ...(passthroughBehavior ? { PassthroughBehavior: passthroughBehavior.toUpperCase() } : {}),
      ...(answers ? { IntegrationResponses: [capitalised(answers.default)] } : {}),
    },
  };
}

function ofType<T extends { Type: string }>(
  resources: Readonly<Record<string, T>>,
  type: string,
): [string, T] {
  const found = Object.entries(resources).find(([, { Type }]) => Type === type);
  if (found === undefined) throw new Error(`The template has no ${type}.`);
  return found;
}

/** Turns OpenAPI's keys into CloudFormation's, which differ only in an upper-case first letter. */
function capitalised(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [`${key.charAt(0).toUpperCase()}${key.slice(1)}`, value]),
  );
}
