import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { entityTag, noneMatchHits } from "./etag.ts";
import { commonHeaders, problemMediaType } from "./headers.ts";
import type { Problem } from "./problem.ts";
import { header } from "./request.ts";

export type Answer = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
};

/** A successful answer as JSON; a GET's carries an ETag, and is 304 for a caller who has it already. */
export function renderAnswer(answer: Answer, event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const headers: Record<string, string> = { ...commonHeaders, ...answer.headers };
  if (answer.body === undefined) return { statusCode: answer.status, headers, body: "" };
  const body = JSON.stringify(answer.body);
  headers["Content-Type"] = "application/json";
  if (event.httpMethod === "GET" && answer.status === 200) {
    headers["ETag"] = entityTag(body);
    const ifNoneMatch = header(event, "If-None-Match");
    if (ifNoneMatch !== undefined && noneMatchHits(ifNoneMatch, headers["ETag"])) {
      delete headers["Content-Type"];
      return { statusCode: 304, headers, body: "" };
    }
  }
  return { statusCode: answer.status, headers, body };
}

export function renderProblem(problem: Problem, headers: Record<string, string>): APIGatewayProxyResult {
  return {
    statusCode: problem.status,
    headers: { ...commonHeaders, ...headers, "Content-Type": problemMediaType },
    body: JSON.stringify(problem),
  };
}
