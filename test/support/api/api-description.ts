import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** A JSON Schema in the description, or a reference to a schema. */
// biome-ignore lint/suspicious/noExplicitAny: a schema may have any form
export type Schema = any;

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
};

export type Operation = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** One entry for each kind of caller: the lowest role that may call, or `site`. Empty for a public operation. */
  readonly security: readonly { readonly tokenOrSiteKey: readonly string[] }[];
  readonly parameters: readonly Parameter[];
  /** Schema of the JSON body. `undefined` if the operation takes no body. */
  readonly body: Schema | undefined;
  readonly bodyRequired: boolean;
  readonly responses: Readonly<Record<string, Response>>;
};

type Response = {
  readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  /** For each media type, the pointer to its schema, if it has a schema. */
  readonly content: Readonly<Record<string, string | undefined>>;
};

/** The committed description of the API, which is the one that the service serves. */
export const description = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../../docs/openapi.json"), "utf8"),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { ...fullFormats, "idn-email": true } });
ajv.addSchema(description, "api");

/**
 * Returns the differences of a value from a schema of the description, or `undefined` if the value matches.
 * @param pointer JSON Pointer (RFC 6901) to the schema, which is compiled once
 */
export function schemaFaults(pointer: string, value: unknown): string | undefined {
  const validate = ajv.getSchema(`api#${pointer}`);
  if (!validate) throw new Error(`The description has no schema at ${pointer}`);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** Follows a reference to a component. */
export function resolve<T>(value: T | { readonly $ref: string }): T {
  const ref = (value as { $ref?: string }).$ref;
  return ref === undefined ? (value as T) : resolve(atPointer(ref.slice(1)) as T);
}

function atPointer(pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce(
    (value, step) => value?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    description,
  );
}

export const operations: readonly Operation[] = Object.entries<object>(description.paths).flatMap(
  ([template, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: JSON
    Object.entries<any>(methods).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path: template,
      security: operation.security,
      parameters: operation.parameters.map(resolve),
      body: operation.requestBody?.content["application/json"].schema,
      bodyRequired: operation.requestBody?.required === true,
      responses: Object.fromEntries(
        Object.entries<object>(operation.responses).map(([status, response]) => [
          status,
          responseOf(response, `/paths/${escapeStep(template)}/${method}/responses/${status}`),
        ]),
      ),
    })),
);

function responseOf(response: object, at: string): Response {
  const ref = (response as { $ref?: string }).$ref;
  const { headers = {}, content = {} } = resolve<{ headers?: object; content?: object }>(response);
  const base = ref === undefined ? at : ref.slice(1);
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, resolve(each)])),
    content: Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [
        type,
        schema && `${base}/content/${escapeStep(type)}/schema`,
      ]),
    ),
  };
}

function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Finds the operation of a path below `/api/v1`. A literal step takes precedence over a parameter. */
export function operationAt(method: string, target: string): Operation | undefined {
  const steps = target.split("?")[0]?.split("/") ?? [];
  const fits = (template: string, exact: boolean) => {
    const parts = template.split("/");
    return (
      parts.length === steps.length &&
      parts.every((part, i) => part === steps[i] || (!exact && part.startsWith("{") && steps[i] !== ""))
    );
  };
  const own = operations.filter((operation) => operation.method === method);
  return own.find(({ path }) => fits(path, true)) ?? own.find(({ path }) => fits(path, false));
}
