import fc from "fast-check";
import type { Operation, Parameter } from "../support/api/api-description.ts";
import type { KnownRecords } from "./known-records.ts";
import { someOf, valuesOf } from "./schema-values.ts";
import { hostile, spoiled } from "./spoiled-values.ts";

/** A longer query would exceed the limits of Node's HTTP server (16 KB) and of API Gateway (10,240 bytes). */
const maxQueryCharacters = 6000;

export type Request = {
  /** The path under `/api/v1`, with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** Generates requests to an operation: valid, almost valid, and hostile requests. */
export function requestsTo(operation: Operation, known: KnownRecords): fc.Arbitrary<Request> {
  const validValue = ({ name, schema }: Parameter) =>
    name.startsWith("If-") ? fc.nat().map((n) => known.tag(n)) : valuesOf(schema, known, name);
  const body = operation.body === undefined ? undefined : valuesOf(operation.body, known);
  const valid = parts(operation, known, validValue, { body });
  const almostValid = parts(
    operation,
    known,
    (each) => fc.oneof(validValue(each), validValue(each), hostile),
    {
      body: body && spoiled(body),
      more: fc.dictionary(fc.string({ maxLength: 5 }), fc.string(), { maxKeys: 1 }),
    },
  );
  const hostileRequest = parts(operation, known, () => hostile, {
    body: hostile,
    more: fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), { maxKeys: 2 }),
    raw: fc.option(fc.string({ unit: "binary" }), { nil: undefined }),
    contentType: fc.constantFrom("application/json", "application/json; charset=utf-16", "text/plain", "a/b"),
  });
  return fc.oneof(
    { arbitrary: valid, weight: 6 },
    { arbitrary: almostValid, weight: 3 },
    { arbitrary: hostileRequest, weight: 1 },
  );
}

type Parts = {
  readonly body?: fc.Arbitrary<unknown> | undefined;
  /** Query parameters that the description does not declare. */
  readonly more?: fc.Arbitrary<Record<string, string>>;
  /** A body that need not be JSON. */
  readonly raw?: fc.Arbitrary<string | undefined>;
  readonly contentType?: fc.Arbitrary<string>;
};

function parts(
  { method, path, parameters, bodyRequired }: Operation,
  known: KnownRecords,
  valueFor: (parameter: Parameter) => fc.Arbitrary<unknown>,
  { body, more = fc.constant({}), raw = fc.constant(undefined), contentType }: Parts,
): fc.Arbitrary<Request> {
  const of = (place: Parameter["in"], required: readonly string[]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return someOf(Object.fromEntries(own.map((each) => [each.name, valueFor(each)])), required);
  };
  const needed = parameters.filter(({ in: place }) => place === "path").map(({ name }) => name);
  const place = fc.oneof(
    { arbitrary: fc.nat().map((n) => known.parametersOf(path, n) ?? {}), weight: 4 },
    { arbitrary: fc.constant({}), weight: 1 },
  );
  const sent = body === undefined || method === "GET" ? fc.constant(undefined) : body;
  return fc
    .record({
      own: of("path", needed),
      place,
      query: of("query", []),
      header: of("header", []),
      more,
      body: bodyRequired ? sent : fc.option(sent, { nil: undefined }),
      raw: method === "GET" ? fc.constant(undefined) : raw,
      type: contentType ?? fc.constant("application/json"),
    })
    .map(({ own, place, query, header, more, body, raw, type }) => {
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      return {
        target: `${filled(path, { ...own, ...place })}${queryOf({ ...query, ...more })}`,
        headers: { ...headersOf(header), ...(text === undefined ? {} : { "Content-Type": type }) },
        body: text,
      };
    });
}

function filled(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(values[name]);
    // An empty step, `.` or `..` would change the path.
    return encodeURIComponent(/^\.*$/.test(text) ? "x" : text);
  });
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (Array.isArray(value) && value.length > 0) return value.map((each) => [name, each]);
    return typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, each])
      : [[name, value]];
  });
  const written = pairs.map((pair) => pair.map((part) => encodeURIComponent(textOf(part))).join("="));
  const joined = written.join("&");
  return joined === "" || joined.length > maxQueryCharacters ? "" : `?${joined}`;
}

/** Returns header values that HTTP clients accept. */
function headersOf(header: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).map(([name, value]) => [
      name,
      textOf(value)
        .replace(/[^\x20-\x7e]/g, "?")
        .slice(0, 2000),
    ]),
  );
}

function textOf(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();
}
