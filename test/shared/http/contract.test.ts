import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../lib/endpoints.ts";
import { readInput } from "../../../shared/http/read-input.ts";
import { operations, type Parameter, resolve, type Schema } from "../../support/api/api-description.ts";

type Described = Parameter & { readonly description?: string; readonly example?: unknown };

const parameters = operations.flatMap((operation) =>
  operation.parameters.map((parameter: Described) => ({ ...parameter, operationId: operation.operationId })),
);
const withBody = operations.filter(({ body }) => body !== undefined);

test.each(parameters)("$operationId has a description and an example of its parameter $name", (parameter) => {
  expect(parameter.description ?? facet(parameter.schema, "description")).toMatch(/^[A-Z`].*\.$/s);
  expect(exampleOf(parameter)).toBeDefined();
});

test.each(withBody)("$operationId has an example of its request body", ({ body }) => {
  expect(examplesOf(body)).not.toEqual([]);
});

test("create-annotation has an example of its request body in each shape", () => {
  const { body } = operations.find(({ operationId }) => operationId === "create-annotation") ?? {};
  const fields = examplesOf(body).map((example) => Object.keys(Object(example))[0]);
  expect(fields).toEqual(["videostream_id", "videostreamId"]);
});

describe("the examples of parameters and of the body", () => {
  test.each(operations)(
    "form a valid request for $operationId",
    async ({ operationId, parameters: all, body }) => {
      const contract = endpoints
        .map((each) => each.contract)
        .find((each) => each.operationId === operationId);
      const texts = (place: Parameter["in"]) =>
        all.filter((each) => each.in === place).flatMap((each) => textsOf(each.name, exampleOf(each)));
      const event = {
        pathParameters: Object.fromEntries(texts("path")),
        multiValueQueryStringParameters: Object.fromEntries(
          [...Map.groupBy(texts("query"), ([name]) => name)].map(([name, pairs]) => [
            name,
            pairs.map(([, text]) => text),
          ]),
        ),
        multiValueHeaders: {},
      } as unknown as APIGatewayProxyEvent;
      for (const example of body === undefined ? [undefined] : examplesOf(body)) {
        const input = contract && (await readInput(contract, event, example, "test" as never));
        expect(input).toMatchObject({ accept: undefined });
      }
    },
  );
});

/** Returns a parameter as names and texts: a pair for each key of an object and for each value of a list. */
function textsOf(name: string, example: unknown): [name: string, text: string][] {
  if (Array.isArray(example)) return example.flatMap((value) => textsOf(name, value));
  if (typeof example !== "object" || example === null) return [[name, String(example)]];
  return Object.entries(example).map(([key, value]) => [`${name}[${key}]`, String(value)]);
}

function exampleOf({ schema, example }: Described): unknown {
  return example ?? facet<unknown[]>(schema, "examples")?.[0];
}

function examplesOf(schema: Schema): unknown[] {
  const own = facet<unknown[]>(schema, "examples");
  return own ?? schema.anyOf?.flatMap(examplesOf) ?? [];
}

/** A keyword of a schema, or of the component that it refers to. */
function facet<T = string>(schema: Schema, name: string): T | undefined {
  return schema[name] ?? (schema.$ref === undefined ? undefined : resolve<Schema>(schema)[name]);
}
