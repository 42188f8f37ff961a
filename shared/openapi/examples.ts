import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";

type Components = JsonSchemas["components"];

/**
 * An example of a schema: its own first example, or one made of the examples of its parts.
 * @returns `undefined` when a required part has no example
 */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  const [own] = schema.examples ?? [];
  if (own !== undefined) return own;
  const referred = component(schema, components);
  if (referred) return exampleOf(referred, components);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object") return exampleOfObject(schema, components);
  if (schema.type === "array") return exampleOfArray(schema, components);
  if (schema.type === "boolean") return schema.default ?? true;
  const [example] = variantsOf(schema).flatMap((variant) => exampleOf(variant, components) ?? []);
  return example;
}

/** The component that a schema refers to, if any. */
export function component({ $ref }: JsonSchema, components: Components): JsonSchema | undefined {
  return $ref === undefined ? undefined : components[$ref.slice("#/components/schemas/".length)];
}

/** The alternatives of a schema: a value has one of them. */
export function variantsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return (anyOf ?? oneOf ?? []).filter((variant) => typeof variant === "object");
}

/** Every required property, and the optional ones that have an example. */
function exampleOfObject(
  { properties = {}, required = [] }: JsonSchema,
  components: Components,
): object | undefined {
  const example: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = typeof property === "object" ? exampleOf(property, components) : undefined;
    if (value !== undefined) example[name] = value;
    else if (required.includes(name)) return undefined;
  }
  return example;
}

/** One item, or one of each variant of an item. */
function exampleOfArray({ items }: JsonSchema, components: Components): unknown[] | undefined {
  if (typeof items !== "object" || Array.isArray(items)) return undefined;
  const variants = variantsOf(items);
  const all = (variants.length > 0 ? variants : [items]).map((item) => exampleOf(item, components));
  return all.includes(undefined) ? undefined : all;
}
