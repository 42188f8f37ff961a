import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod/mini";
import type { Part } from "../domain/wire/fault.ts";
import { type Eventual, handled } from "../runtime/admission.ts";
import { type Contract, type Input, nothing } from "./contract.ts";
import { describeIssue } from "./describe-issue.ts";
import { idempotencyKey, idempotencyOf } from "./idempotency-key.ts";
import { type InputFault, invalidInput } from "./invalid-input.ts";
import { header } from "./request.ts";

z.config({ localeError: describeIssue("field") });

/** Maximum length of a field's name in a message, in UTF-16 units. The names in our own schemas are shorter. */
const maxNameLength = 64;

/** `reportInput`: `queryFaults` recognises repeated parameters by their input. */
const queryOptions = { error: describeIssue("parameter"), reportInput: true };

/**
 * Parses path, query and body by the contract. The fault has every mistake in the request.
 * @param body any JSON, or `undefined` for none
 * @param callerScope owner of the idempotency keys
 * @throws Fault `invalid-request`
 */
export function readInput<P, Q, B>(
  contract: Contract<P, Q, B>,
  event: APIGatewayProxyEvent,
  body: unknown,
  callerScope: Eventual<string>,
): Input<P, Q, B> {
  const params = z.safeParse(contract.params, event.pathParameters ?? {});
  const query = z.safeParse(contract.query, queryOf(event), queryOptions);
  const parsedBody = z.safeParse(contract.body, body === undefined && contract.body === nothing ? {} : body);
  if (params.success && query.success && parsedBody.success) {
    const key = contract.method === "POST" ? idempotencyKey(event) : undefined;
    const idempotencyFor = async (own: string, request: unknown) =>
      idempotencyOf(await callerScope, contract.operationId, own, request);
    return {
      params: params.data,
      query: query.data,
      body: parsedBody.data,
      accept: header(event, "Accepts") ?? header(event, "Accept"),
      ifMatch: header(event, "If-Match"),
      ifNoneMatch: header(event, "If-None-Match"),
      idempotency:
        key === undefined ? undefined : handled(idempotencyFor(key, [params.data, parsedBody.data])),
      idempotencyFor,
      idempotencyKey: key,
    };
  }
  throw invalidInput([
    ...fieldFaults("path", params.error),
    ...queryFaults(query.error),
    ...fieldFaults("body", parsedBody.error),
  ]);
}

/**
 * Returns the query parameters: a string if sent once, an array if repeated. Only schemas of `repeatable` accept
 * arrays.
 */
function queryOf(event: APIGatewayProxyEvent): Record<string, string | string[]> {
  const entries = Object.entries(event.multiValueQueryStringParameters ?? {});
  return Object.fromEntries(
    entries.flatMap(([key, values]) =>
      values ? [[key, values.length === 1 ? (values[0] ?? "") : values]] : [],
    ),
  );
}

/**
 * Returns the faults of a query. The values of a repeated parameter are one field, and a fault that several of its
 * values have is returned once.
 */
function queryFaults(error: z.core.$ZodError | undefined): readonly InputFault[] {
  const issues = (error?.issues ?? []).map((issue) => {
    const path = issue.path.filter((step) => typeof step !== "number");
    const takesLists = "origin" in issue && issue.origin === "array";
    if (takesLists || !Array.isArray(issue.input)) return { ...issue, path };
    return { ...issue, path, message: "must be given only once." };
  });
  const faults = fieldFaults("query", { issues });
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.detail}`, fault])).values()];
}

/**
 * Returns the faults that a schema finds, as sentences that begin with the field's name.
 * @param part the part of the request that was parsed
 * @param whole name of the parsed value itself
 */
export function fieldFaults(
  part: Part,
  error: Pick<z.core.$ZodError, "issues"> | undefined,
  whole = "The body",
): readonly InputFault[] {
  const fault = (path: readonly PropertyKey[], text: string) => ({
    part,
    field: pointer(path),
    detail: `${path.length === 0 ? whole : `\`${nameOf(path)}\``} ${text}`,
  });
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => fault([...issue.path, key], issue.message));
    }
    return [fault(issue.path, issue.message)];
  });
}

/** Returns a path as a JSON Pointer, with `~` and `/` escaped (RFC 6901, section 3). */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Returns a field's name in messages, such as `timespan.end` or `keypoints[0].time`. Callers can send names of any
 * length, so long names are shortened. The pointer contains more of the name.
 */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${shortened(String(step))}`))
    .join("")
    .replace(/^\./, "");
}

function shortened(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`;
}
