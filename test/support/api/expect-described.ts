import { expect } from "vitest";
import { description, type Operation, operationAt, schemaFaults } from "./api-description.ts";

export type Described = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/**
 * Names of the headers in the description. A response may have one of these headers only if its description declares
 * the header.
 */
const describedHeaders = Object.keys(description.components.headers);

/** Checks the status, media type, body and headers of a response against the API's description. */
export function expectDescribed(method: string, path: string, answer: Described): void {
  const what = `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 2000)}`;
  expect(faultsOf(operationAt(method, path), answer), what).toEqual([]);
}

/** Returns a text for each difference from the description. An unknown path must return a 404 problem. */
export function faultsOf(operation: Operation | undefined, { status, headers, body }: Described): string[] {
  const response = operation?.responses[status] ?? (operation ? undefined : notFound);
  if (response === undefined) return [`status ${status} is not declared`];
  const faults: string[] = [];
  const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
  if (Object.keys(response.content).length === 0) {
    if (body !== "") faults.push("has a body that is not declared");
  } else if (mediaType in response.content) {
    const schema = response.content[mediaType];
    const fault = schema === undefined ? undefined : schemaFaults(schema, body);
    if (fault !== undefined) faults.push(fault);
  } else faults.push(`media type ${mediaType} is not declared`);
  for (const name of describedHeaders) {
    const declared = response.headers[name];
    if (declared === undefined && headers.has(name)) faults.push(`header ${name} is not declared`);
    if (declared?.required && !headers.has(name)) faults.push(`header ${name} is missing`);
  }
  return faults;
}

const notFound: Operation["responses"][string] = {
  headers: { "x-amzn-RequestId": { required: true } },
  content: {
    "application/problem+json": "/components/responses/not-found/content/application~1problem+json/schema",
  },
};
