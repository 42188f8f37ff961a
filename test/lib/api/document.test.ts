import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "../../../lib/endpoints.ts";
import { operations } from "../../support/api/api-description.ts";
import { synthesised } from "../synthesised.ts";

const { api: document, remove } = synthesised();
afterAll(remove);

const ofMethods = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const header = { schema: { type: "string" } };
const parameter = { name: "*", in: "path", required: true, schema: { type: "string" } };
const preflight = {
  responses: {
    "204": {
      description: "",
      headers: {
        "Access-Control-Allow-Headers": header,
        "Access-Control-Allow-Methods": header,
        "Access-Control-Allow-Origin": header,
        "Access-Control-Max-Age": header,
      },
    },
  },
  "x-amazon-apigateway-integration": {
    type: "mock",
    contentHandling: "CONVERT_TO_TEXT",
    passthroughBehavior: "never",
    requestTemplates: { "application/json": "*" },
    responses: {
      default: { statusCode: "204", contentHandling: "CONVERT_TO_TEXT", responseParameters: "*" },
    },
  },
};

describe("the document of the API", () => {
  /*
   * API Gateway accepts OpenAPI 2.0 and 3.0, but ignores or refuses parts of them: examples, oneOf, nullable, minItems,
   * exclusiveMinimum, security schemes other than apiKey, references to responses, and other keywords of parameters
   * (API Gateway Developer Guide, "Amazon API Gateway important notes for REST APIs",
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html). It refuses version
   * 3.1.0 with "Unable to determine OAS version from '3.1.0'", although emulators accept that version
   * (https://github.com/localstack/localstack/issues/13043). None of this can be tested without AWS, so the document
   * uses only keywords that API Gateway's own exports contain. Before you add a keyword, find a source which says that
   * REST APIs support it.
   */
  test("contains only paths, path parameters, responses and integrations", () => {
    expect(Object.keys(document)).toEqual([
      "openapi",
      "info",
      "paths",
      "x-amazon-apigateway-gateway-responses",
      "x-amazon-apigateway-binary-media-types",
      "x-amazon-apigateway-minimum-compression-size",
    ]);
    expect(document).toMatchObject({
      openapi: "3.0.1",
      info: { title: "wildlife-video-annotation", version: "1" },
      "x-amazon-apigateway-binary-media-types": ["*/*"],
      "x-amazon-apigateway-minimum-compression-size": 1024,
    });
    for (const { path, method, operation } of ofMethods) {
      const { parameters = [], ...rest } = operation as { parameters?: { name: string }[] };
      expect(parameters, path).toEqual(
        Array.from(path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => ({ ...parameter, name })),
      );
      if (method === "options") expect(outline(rest, preflight), path).toEqual(preflight);
      else {
        expect(rest, path).toEqual({
          responses: expect.any(Object),
          "x-amazon-apigateway-integration": {
            type: "aws_proxy",
            httpMethod: "POST",
            uri: expect.any(Object),
            credentials: { "Fn::GetAtt": [expect.stringMatching(/^ApiCallerRole/), "Arn"] },
          },
        });
        for (const response of Object.values(rest["responses" as never])) {
          expect(response, path).toEqual({ description: "" });
        }
      }
    }
  });

  test("is valid OpenAPI 3.0", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test("has the same methods and paths as the published API description", () => {
    const own = ofMethods.filter(({ method }) => method !== "options");
    expect(own.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
      operations.map(({ path, method }) => `${method.toLowerCase()} /v1${path}`).sort(),
    );
    expect(own).toHaveLength(endpoints.length);
  });

  test("has only paths that API Gateway accepts", () => {
    // "Path segments can only contain alphanumeric characters, underscores, hyphens, periods, commas, colons, and curly
    // braces. Path parameters must be separate path segments." (important notes, see above)
    for (const path of Object.keys(document.paths)) {
      expect(path).toMatch(/^(\/|(\/([\w.,:-]+|\{\w+\+?\}))+)$/);
    }
  });

  test("answers CORS preflights for every path, for its parent paths and for unknown paths", () => {
    const paths = Object.keys(document.paths);
    for (const path of paths) {
      expect(Object.keys(document.paths[path] ?? {}), path).toContain("options");
      if (path !== "/") expect(paths).toContain(path.slice(0, path.lastIndexOf("/")) || "/");
    }
    expect(paths).toEqual(expect.arrayContaining(["/{proxy+}", "/v1/{proxy+}"]));
  });
});

/** Returns a value in which "*" replaces every part that is "*" in the pattern. */
function outline(value: unknown, pattern: unknown): unknown {
  if (pattern === "*" || typeof value !== "object" || value === null) return pattern === "*" ? "*" : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      outline(inner, (pattern as Record<string, unknown> | undefined)?.[key]),
    ]),
  );
}
