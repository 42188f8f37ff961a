import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { FieldFault } from "../domain/fault.ts";
import { handled } from "../runtime/admission.ts";
import { type Contract, type Input, nothing } from "./contract.ts";
import { idempotencyKey, idempotencyOf } from "./idempotency-key.ts";
import { invalidInput } from "./invalid-input.ts";
import { header } from "./request.ts";

z.config(en());

/**
 * Path, query and body, parsed by the contract. The faults of the request are reported at once, each with
 * a JSON Pointer whose first step is `path`, `query` or `body`.
 * @param body any JSON, or `undefined` for none
 * @param callerScope whose idempotency keys these are
 * @throws Fault `invalid-request`
 */
export async function readInput<P, Q, B>(
  contract: Contract<P, Q, B>,
  event: APIGatewayProxyEvent,
  body: unknown,
  callerScope: Promise<string>,
): Promise<Input<P, Q, B>> {
  const params = z.safeParse(contract.params, event.pathParameters ?? {});
  const query = z.safeParse(contract.query, queryOf(event));
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
      idempotency:
        key === undefined ? undefined : handled(idempotencyFor(key, [params.data, parsedBody.data])),
      idempotencyFor,
      idempotencyKey: key,
    };
  }
  throw invalidInput([
    ...fieldFaults(["path"], params.error),
    ...fieldFaults(["query"], query.error),
    ...fieldFaults(["body"], parsedBody.error),
  ]);
}

/** A key that is given once is a string, one that is repeated an array: a schema that wants one says so. */
function queryOf(event: APIGatewayProxyEvent): Record<string, string | string[]> {
  const entries = Object.entries(event.multiValueQueryStringParameters ?? {});
  return Object.fromEntries(
    entries.flatMap(([key, values]) =>
      values ? [[key, values.length === 1 ? (values[0] ?? "") : values]] : [],
    ),
  );
}

/** A schema's faults, with pointers that begin with the steps to what it parsed. */
export function fieldFaults(
  at: readonly (string | number)[],
  error: z.core.$ZodError | undefined,
): readonly FieldFault[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const path = [...at, ...issue.path];
    // Every value of a query is text, or a list of texts where the parameter is repeated.
    const repeated = at[0] === "query" && issue.code === "invalid_type" && issue.path.length > 0;
    if (repeated) return [{ pointer: pointer(path), detail: "Must be given once" }];
    if (issue.code !== "unrecognized_keys") return [{ pointer: pointer(path), detail: issue.message }];
    return issue.keys.map((key) => ({ pointer: pointer([...path, key]), detail: "Not known here" }));
  });
}

/** RFC 6901, section 3: `~` and `/` are escaped. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
