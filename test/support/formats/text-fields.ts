import { readFileSync } from "node:fs";

/** A schema of the API's description, as far as the walk needs it. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

const description = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
const schemas: Readonly<Record<string, Schema>> = description.components.schemas;

/** A path in a body. A number is a position in a list, and `*` is any key of an object with free keys. */
export type FieldPath = readonly (string | number)[];

/** The paths of all fields of a body that take a text which is not one of a fixed set. */
export function textFields(name: string): readonly FieldPath[] {
  const paths = walk(schemas[name] ?? {}, []);
  return [...new Map(paths.map((each) => [each.join("/"), each])).values()];
}

function walk(schema: Schema, at: FieldPath): readonly FieldPath[] {
  const { $ref, type, properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) return walk(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, at);
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  return [
    ...([type].flat().includes("string") ? [at] : []),
    ...Object.entries(properties).flatMap(([name, each]) => walk(each, [...at, name])),
    ...(typeof additionalProperties === "object" ? walk(additionalProperties, [...at, "*"]) : []),
    ...(items === undefined ? [] : walk(items, [...at, 0])),
    ...[...anyOf, ...oneOf].flatMap((each) => walk(each, at)),
  ];
}

/** A copy of a body with a value at a path. */
export function withValue(body: unknown, [step, ...rest]: FieldPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = Array.isArray(body) ? body : [];
    return Object.assign([...list], { [step]: withValue(list[step], rest, value) });
  }
  const object: Readonly<Record<string, unknown>> =
    typeof body === "object" && body !== null ? { ...body } : {};
  const key = step === "*" ? `key of ${String(value)}`.slice(0, 60) : step;
  return { ...object, [key]: withValue(object[key], rest, value) };
}
