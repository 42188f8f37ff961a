import fc from "fast-check";
import { resolve, type Schema } from "../support/api/api-description.ts";
import type { KnownRecords } from "./known-records.ts";

/** Maximum length of generated lists. Hostile requests have longer values. */
const maxLengthOfLists = 6;

/**
 * Values that match a schema.
 * @param name name of the field or parameter, which determines the kind of record of an id
 */
export function valuesOf(schema: Schema, known: KnownRecords, name = ""): fc.Arbitrary<unknown> {
  if (schema.$ref === "#/components/schemas/Id") return ids(known, name);
  const resolved = resolve(schema);
  const made = madeOf(resolved, known, name);
  if (!resolved.examples) return made;
  return fc.oneof(
    { arbitrary: fc.constantFrom(...resolved.examples), weight: 1 },
    { arbitrary: made, weight: 1 },
  );
}

function madeOf(schema: Schema, known: KnownRecords, name: string): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option: Schema) => valuesOf(option, known, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => madeOf({ ...schema, type }, known, name)));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.type === "object") return objects(schema, known);
  if (schema.type === "array") {
    const { items, minItems: minLength = 0, maxItems = maxLengthOfLists } = schema;
    const maxLength = Math.min(maxItems, maxLengthOfLists);
    return fc.array(valuesOf(items, known, name), { minLength, maxLength });
  }
  if (schema.type === "integer") return integers(schema);
  if (schema.type === "number") {
    const { minimum: min, maximum: max } = schema;
    return fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  }
  if (schema.type === "string") return texts(schema);
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "boolean") return fc.boolean();
  throw new Error(`Cannot generate values for the schema ${JSON.stringify(schema)}`);
}

function ids(known: KnownRecords, name: string): fc.Arbitrary<number> {
  return fc.oneof(
    { arbitrary: fc.nat().map((n) => Number(known.idFor(name, n) ?? 1) || 1), weight: 9 },
    { arbitrary: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), weight: 1 },
  );
}

function objects(schema: Schema, known: KnownRecords): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  if (additionalProperties) {
    const { minProperties: minKeys = 0, maxProperties = maxLengthOfLists } = schema;
    return fc.dictionary(
      valuesOf(propertyNames, known)
        .map(String)
        .filter((key) => key !== "__proto__"),
      valuesOf(additionalProperties, known),
      { minKeys, maxKeys: Math.min(maxProperties, maxLengthOfLists) },
    );
  }
  const fields = Object.entries(properties).map(([key, each]) => [key, valuesOf(each, known, key)]);
  return someOf(Object.fromEntries(fields), required);
}

/**
 * Objects with all required keys and often at most one optional key, because each optional key makes a refusal more
 * likely.
 */
export function someOf(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const others = Object.keys(fields).filter((key) => !required.includes(key));
  const chosen = fc.oneof(
    fc.subarray(others, { maxLength: Math.min(1, others.length) }),
    fc.subarray(others),
  );
  return chosen.chain((keys) =>
    fc.record(
      Object.fromEntries([...required, ...keys].map((key) => [key, fields[key] ?? fc.constant(null)])),
    ),
  );
}

function integers({ minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
  const [min, max] = [minimum ?? exclusiveMinimum + 1, maximum];
  const small = fc.integer({ min: Math.max(min, 0), max: Math.min(max, 100) });
  return fc.oneof({ arbitrary: small, weight: 4 }, { arbitrary: fc.integer({ min, max }), weight: 1 });
}

function texts({ format, pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  if (format === "date-time") return times;
  if (format === "date") return times.map((time) => time.slice(0, 10));
  if (format === "idn-email") return fc.emailAddress();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 30) });
}

/** Any time, or a time in the last 24 hours, at which a live stream may start. */
const times = fc
  .oneof(
    fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
    fc.nat({ max: 86_400_000 }).map((ms) => new Date(Date.now() - ms)),
  )
  .map((time) => time.toISOString());
