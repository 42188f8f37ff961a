import { type Contract, faultsOf } from "../http/contract.ts";
import { idempotencyKeyPattern } from "../http/idempotency-key.ts";
import { component, exampleOf } from "./examples.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";

/** The parameters of the path and the query, and the headers that this kind of endpoint honours. */
export function parametersOf(contract: Contract, schemas: JsonSchemas): readonly object[] {
  const { method, params, query, faults, makesRecord } = contract;
  const isConditional = faultsOf(contract).has("precondition-failed");
  const headers = [
    // A POST that only looks items up can be repeated without a key.
    ...(makesRecord === false ? [] : (headersOf[method] ?? [])),
    ...(isConditional ? (["If-Match"] as const) : []),
    ...(isConditional && method === "PUT" ? (["If-None-Match"] as const) : []),
    // OpenAPI expresses Accept by the media types of the response.
    ...(faults.includes("not-acceptable") ? (["Accepts"] as const) : []),
  ];
  return [
    ...fieldsOf(params, schemas).map((field) => parameter("path", field, schemas)),
    ...fieldsOf(query, schemas).map((field) => parameter("query", field, schemas)),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Request headers, by the name under which operations refer to them. */
export const headerParameters = {
  Accepts: header(
    "The media type that you want: `image/jpeg` for a still, `video/mp4` for a clip. Without it, the service uses the header `Accept`.",
    "image/jpeg",
    { type: "string" },
  ),
  "Idempotency-Key": header(
    "A key of your choice for this request: 1 to 255 characters of visible ASCII without spaces, bare or in double quotes. When you send the request again with the same key and body, no second record is created, and the response has the same status and id as the first. Keys are kept for 90 days.",
    "waterhole-2026-03-01T06:30",
    { type: "string", minLength: 1, maxLength: 257, pattern: idempotencyKeyPattern.source },
  ),
  "If-Match": header(
    "The `ETag` of the record as you read it. The request is refused (412) if the record has changed since then.",
    '"r1pYpDeaKzvDw3sZYSzTVg"',
    { type: "string" },
  ),
  "If-None-Match": header(
    "GET: the `ETag` of an earlier response. The response is 304, without a body, if nothing has changed since then. PUT: `*`, to create the record only if it does not exist yet. Otherwise the request is refused (412).",
    '"r1pYpDeaKzvDw3sZYSzTVg"',
    { type: "string" },
  ),
} as const;

const headersOf: { readonly [method in Contract["method"]]?: readonly (keyof typeof headerParameters)[] } = {
  GET: ["If-None-Match"],
  POST: ["Idempotency-Key"],
};

type Field = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema };

/** Copies `description` and `example` from the schema: most tools show only those of the parameter itself. */
function parameter(place: "path" | "query", { name, required, schema }: Field, schemas: JsonSchemas): object {
  const description = schema.description ?? component(schema, schemas.components)?.description;
  const example = exampleOf(schema, schemas.components);
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(required || place === "path" ? { required: true } : {}),
    // An object is a parameter for each of its keys: name[key]=value.
    ...(schema.type === "object" ? { style: "deepObject", explode: true } : {}),
    // A list is a parameter for each of its values: name=one&name=two.
    ...(schema.type === "array" ? { style: "form", explode: true } : {}),
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

/**
 * The fields of an object's schema. Parameters are text, which OpenAPI describes by the value that the text represents.
 * That is the schema's output side, unless the output is an internal form (a time in milliseconds).
 */
function fieldsOf(schema: Contract["query"], schemas: JsonSchemas): readonly Field[] {
  const { properties: sent = {}, required = [] } = schemas.convert(schema, "input");
  const { properties: meant = {} } = schemas.convert(schema, "output", "any");
  return Object.keys(sent).map((name) => ({
    name,
    required: required.includes(name),
    schema: said(meant[name]) ?? said(sent[name]) ?? {},
  }));
}

/** Returns a schema that restricts its value; `undefined` for a schema that only annotates it. */
function said(schema: JsonSchema | boolean | undefined): JsonSchema | undefined {
  const says = typeof schema === "object" && Object.keys(schema).some((key) => !annotations.includes(key));
  return says ? schema : undefined;
}

const annotations = ["default", "description", "examples", "title"];

function header(description: string, example: string, schema: object) {
  return { in: "header", description, schema, example };
}
