import * as z from "zod/mini";
import { wireForms } from "../domain/wire/wire-form.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A side of a schema: what it parses (`input`) or what it returns (`output`). */
type Side = "input" | "output";

/**
 * Converts schemas of zod to JSON Schema 2020-12, which OpenAPI 3.1 uses. A schema with an `id` becomes a component, to
 * which other schemas refer.
 */
export function jsonSchemas() {
  const components: Record<string, JsonSchema> = {};

  /** @throws Error for a schema that JSON Schema cannot express, and for two schemas that differ but share an id */
  function convert(
    schema: z.core.$ZodType,
    io: Side,
    unrepresentable: "any" | "throw" = "throw",
  ): JsonSchema {
    const { $schema: _, ...converted } = z.toJSONSchema(schema, {
      io,
      unrepresentable,
      override: ({ zodSchema, jsonSchema }) => {
        // zod leaves out the examples of schemas that transform their input.
        const examples = z.globalRegistry.get(zodSchema)?.["examples"];
        if (Array.isArray(examples)) jsonSchema.examples = examples;
        const wire = wireForms.get(zodSchema);
        if (wire === undefined) return;
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, convert(wire, io, unrepresentable));
      },
    });
    const { $defs = {}, ...root } = withRefsTo(converted);
    for (const [id, component] of Object.entries($defs)) {
      const known = components[id];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new Error(`Two different schemas have the id ${id}`);
      }
      components[id] = component;
    }
    return root;
  }

  return { components, convert };
}

export type JsonSchemas = ReturnType<typeof jsonSchemas>;

/** Components are in `$defs` for zod, and in `components/schemas` for OpenAPI. */
function withRefsTo(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}
