import { type Contract, faultsOf } from "../http/contract.ts";
import { problemMediaType } from "../http/headers.ts";
import { type ProblemType, problemOf } from "../http/problem.ts";
import { headerRefs } from "./headers.ts";

/** Problems that API Gateway may return before or instead of any function (lib/api/gateway-responses.ts). */
const everywhere: readonly ProblemType[] = ["too-large", "internal-error"];

/** The problems that an endpoint can return, by status. */
export function problemRefs(contract: Contract): Record<string, { readonly $ref: string }> {
  const types = new Set<ProblemType>([...faultsOf(contract), ...everywhere]);
  return Object.fromEntries(
    Array.from(types, (type) => [problemOf[type].status, { $ref: `#/components/responses/${type}` }]),
  );
}

/** Every problem as a response, by its type. */
export function problemResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(problemOf).map(([type, { status, title }]) => [
      type,
      {
        description: title,
        headers: headerRefs("x-amzn-RequestId", ...(headersOf[type] ?? [])),
        content: {
          [problemMediaType]: {
            schema: {
              allOf: [{ $ref: "#/components/schemas/Problem" }],
              properties: { type: { const: type }, status: { const: status } },
            },
            example: { type, title, status, detail: "A sentence that says what to do.", instance },
          },
        },
      },
    ]),
  );
}

const instance = "3bdc5b06-f579-4e95-a1de-2c40bacdf36a";

const headersOf: Record<string, readonly ("WWW-Authenticate" | "Retry-After")[]> = {
  unauthenticated: ["WWW-Authenticate"],
  "too-many-requests": ["Retry-After"],
  unavailable: ["Retry-After"],
};
