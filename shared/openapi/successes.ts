import { STATUS_CODES } from "node:http";
import type { Contract } from "../http/contract.ts";
import { type AnswerHeader, answerHeaders, headerRefs } from "./headers.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";

/** The successful responses of an endpoint, by status. */
export function successesOf(contract: Contract, schemas: JsonSchemas): Record<string, object> {
  const answers = Object.entries(contract.responses).flatMap(([status, response]) => {
    const content = contentOf(response, schemas);
    const headers = [
      ...headersOf(contract, status, content?.["application/json"]?.schema),
      ...(contract.headers ?? []),
    ];
    const isBatch = contract.method === "POST" && content?.["application/json"]?.schema?.type === "array";
    const more = isBatch ? { "Retry-After": retryItemsAfter } : {};
    const answer = { ...described(status, headers, more), ...(content === undefined ? {} : { content }) };
    const isKnown = contract.method === "GET" && status === "200";
    return [[status, answer], ...(isKnown ? [["304", described("304", headers)]] : [])];
  });
  return Object.fromEntries(answers);
}

type Content = { readonly [mediaType: string]: { readonly schema?: JsonSchema } };

function contentOf(
  response: Contract["responses"][number] | undefined,
  schemas: JsonSchemas,
): Content | undefined {
  if (response === undefined || response === "empty") return undefined;
  const json = "mediaTypes" in response ? response.json : response;
  const files = "mediaTypes" in response ? response.mediaTypes : [];
  return {
    ...Object.fromEntries(files.map((type) => [type, {}])),
    ...(json === undefined ? {} : { "application/json": { schema: schemas.convert(json, "output") } }),
  };
}

/** The header of a batch's response if items must be sent again. */
const retryItemsAfter = {
  ...answerHeaders["Retry-After"],
  description:
    "Seconds to wait before you send the items with status 429 or 503 again. Absent if there are no such items.",
  required: false,
};

function described(status: string, headers: readonly AnswerHeader[], more: object = {}): object {
  return {
    description: STATUS_CODES[status] ?? status,
    headers: { ...headerRefs("x-amzn-RequestId", ...headers), ...more },
  };
}

function headersOf(
  { method, makesRecord, responses }: Contract,
  status: string,
  schema: JsonSchema | undefined,
): readonly AnswerHeader[] {
  if (status === "302") return ["Location"];
  const isPage = schema?.properties !== undefined && "total" in schema.properties;
  if (method === "GET") return ["ETag", ...(isPage ? (["Link"] as const) : [])];
  // The items of a batch have a location and an idempotency key each, in the body.
  const makesOne = method === "POST" && schema !== undefined && schema.type !== "array";
  if (!makesOne || makesRecord === false) return [];
  // If there is also a 201, a 202 means "not yet". Otherwise it means that the work continues.
  return status === "202" && 201 in responses
    ? ["Location", "Retry-After"]
    : ["Location", "Idempotent-Replayed"];
}
