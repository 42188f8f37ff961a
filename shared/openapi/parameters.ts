import type { Contract } from "../http/contract.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";

/** The parameters of the path and the query, and the headers that this kind of endpoint honours. */
export function parametersOf(contract: Contract, schemas: JsonSchemas): readonly object[] {
  const { method, params, query, faults } = contract;
  const headers = [
    ...(headersOf[method] ?? []),
    // OpenAPI leaves Accept itself to its media types.
    ...(faults.includes("not-acceptable") ? (["Accepts"] as const) : []),
  ];
  return [
    ...fieldsOf(params, schemas).map(([name, schema]) => ({ name, in: "path", required: true, schema })),
    ...fieldsOf(query, schemas).map(([name, schema]) => ({
      name,
      in: "query",
      // An object is a parameter for each of its keys: name[key]=value.
      ...(schema.type === "object" ? { style: "deepObject", explode: true } : {}),
      schema,
    })),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Request headers, by the name under which operations refer to them. */
export const headerParameters = {
  Accepts: header("The media type that is wanted; the header Accept is read where this one is not sent.", {
    type: "string",
    examples: ["image/jpeg"],
  }),
  "Idempotency-Key": header(
    "Sent again with the same key and body, the request is answered with the same status and id, and makes nothing. Kept for 90 days.",
    { type: "string", minLength: 1, maxLength: 257, examples: ["waterhole-2026-03-01T06:30"] },
  ),
  "If-Match": header("The entity tag of the record as it was read: refused when it has changed since.", {
    type: "string",
    examples: ['"r1pYpDeaKzvDw3sZYSzTVg"'],
  }),
  "If-None-Match": header("The entity tag of an answer that the caller has: 304 when it is still the same.", {
    type: "string",
    examples: ['"r1pYpDeaKzvDw3sZYSzTVg"'],
  }),
} as const;

const headersOf: { readonly [method in Contract["method"]]?: readonly (keyof typeof headerParameters)[] } = {
  GET: ["If-None-Match"],
  POST: ["Idempotency-Key"],
  PATCH: ["If-Match"],
  DELETE: ["If-Match"],
};

/**
 * Each field's schema. Parameters are text, which OpenAPI describes by what the text stands for: the side that
 * a schema gives, unless that is a form of our own (a time in milliseconds).
 */
function fieldsOf(schema: Contract["query"], schemas: JsonSchemas): readonly [string, JsonSchema][] {
  const { properties: sent = {} } = schemas.convert(schema, "input");
  const { properties: meant = {} } = schemas.convert(schema, "output", "any");
  return Object.keys(sent).map((name) => [name, said(meant[name]) ?? said(sent[name]) ?? {}]);
}

/** Keywords that say nothing about the form of a value. */
const annotations = new Set(["default", "description", "examples"]);

function said(schema: JsonSchema | boolean | undefined): JsonSchema | undefined {
  const says = typeof schema === "object" && Object.keys(schema).some((key) => !annotations.has(key));
  return says ? schema : undefined;
}

function header(description: string, schema: object) {
  return { in: "header", description, schema };
}
