import { afterAll, expect, test } from "vitest";
import { spelledOut } from "../../../local/emulator/spell-out-api.ts";
import { synthesised } from "../../lib/synthesised.ts";

const { api, template, remove } = synthesised();
afterAll(remove);

const { Resources } = spelledOut(template.toJSON(), "functions");
const ofType = (type: string) =>
  Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties ?? {}] : []));

/** Returns the path of a resource, from the root. */
function pathOf(resourceId: unknown): string {
  const { Ref = "" } = resourceId as { Ref?: string };
  const { ParentId, PathPart } = Resources[Ref]?.Properties ?? {};
  return Ref === "" ? "" : `${pathOf(ParentId)}/${PathPart}`;
}

test("the spelled-out template has a resource for every path and method of the OpenAPI document", () => {
  const methods = ofType("AWS::ApiGateway::Method").map(
    ({ HttpMethod, ResourceId }) => `${HttpMethod} ${pathOf(ResourceId) || "/"}`,
  );
  const expected = Object.entries(api.paths).flatMap(([path, each]) =>
    Object.keys(each).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(methods.sort()).toEqual(expected.sort());
});

test("methods in the spelled-out template keep their function and role, and preflights keep their headers", () => {
  const find = (method: string, path: string) =>
    ofType("AWS::ApiGateway::Method").find(
      ({ HttpMethod, ResourceId }) => HttpMethod === method && pathOf(ResourceId) === path,
    );
  const { uri, credentials } = api.paths["/v1/species"]?.["get"]?.["x-amazon-apigateway-integration"] ?? {};
  expect(find("GET", "/v1/species")?.["Integration"]).toEqual({
    Type: "AWS_PROXY",
    IntegrationHttpMethod: "POST",
    Uri: uri,
    Credentials: credentials,
  });
  expect(find("OPTIONS", "/v1/species")).toMatchObject({
    MethodResponses: [
      {
        StatusCode: "204",
        ResponseParameters: { "method.response.header.Access-Control-Allow-Origin": true },
      },
    ],
    Integration: {
      Type: "MOCK",
      PassthroughBehavior: "NEVER",
      IntegrationResponses: [
        {
          StatusCode: "204",
          ResponseParameters: { "method.response.header.Access-Control-Allow-Origin": "'*'" },
        },
      ],
    },
  });
});

test("the spelled-out template keeps gateway responses and media types, and deploys all added resources", () => {
  expect(ofType("AWS::ApiGateway::RestApi")).toMatchObject([{ BinaryMediaTypes: ["*/*"] }]);
  expect(ofType("AWS::ApiGateway::RestApi")[0]).not.toHaveProperty("Body");
  const responses = api["x-amazon-apigateway-gateway-responses"];
  expect(ofType("AWS::ApiGateway::GatewayResponse").map(({ ResponseType }) => ResponseType)).toEqual(
    Object.keys(responses),
  );
  expect(ofType("AWS::ApiGateway::GatewayResponse")).toContainEqual(
    expect.objectContaining({
      ResponseType: "THROTTLED",
      StatusCode: "429",
      ResponseTemplates: responses["THROTTLED"]?.responseTemplates,
    }),
  );
  const added = Object.keys(Resources).filter((id) => !(id in template.toJSON().Resources));
  const [deployed] = Object.values(Resources).filter(({ Type }) => Type === "AWS::ApiGateway::Deployment");
  expect(deployed?.DependsOn).toEqual(expect.arrayContaining(added));
});

test("a template for an emulator that reads methods keeps the document, and has gateway responses as resources", () => {
  const spelled = spelledOut(template.toJSON(), "methods").Resources;
  const added = Object.entries(spelled).filter(([id]) => !(id in template.toJSON().Resources));
  expect(added.map(([, { Properties }]) => Properties?.["ResponseType"])).toEqual(
    Object.keys(api["x-amazon-apigateway-gateway-responses"]),
  );
  const [restApi] = Object.values(spelled).filter(({ Type }) => Type === "AWS::ApiGateway::RestApi");
  expect(restApi?.Properties?.["Body"]).toEqual(api);
});
