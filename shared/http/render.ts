import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { Fault } from "../domain/fault.ts";
import type { AnswerContent } from "./contract.ts";
import { entityTag, noneMatchHits } from "./etag.ts";
import { commonHeaders, problemMediaType } from "./headers.ts";
import { type PagePlace, pageLinks } from "./links.ts";
import type { Problem } from "./problem.ts";
import { header } from "./request.ts";

export type Answer = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly content?: AnswerContent | undefined;
  readonly page?: PagePlace;
};

/** Lambda answers at most 6 MB, and API Gateway's encoding of it takes some. */
const mostBytes = 5_000_000;

/** A successful answer; a GET's carries an ETag, and is 304 for a caller who has it already. */
export function renderAnswer(answer: Answer, event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const headers: Record<string, string> = { ...commonHeaders, ...answer.headers };
  const { mediaType, text: body } = contentOf(answer);
  if (body === "") return { statusCode: answer.status, headers, body };
  headers["Content-Type"] = mediaType;
  if (answer.page) {
    checkSize(body, answer.page);
    headers["Link"] = pageLinks(event, answer.page);
  }
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

function contentOf({ body, content }: Answer): AnswerContent {
  if (content !== undefined) return content;
  return { mediaType: "application/json", text: body === undefined ? "" : JSON.stringify(body) };
}

export function renderProblem(problem: Problem, headers: Record<string, string>): APIGatewayProxyResult {
  return {
    statusCode: problem.status,
    headers: { ...commonHeaders, ...headers, "Content-Type": problemMediaType },
    body: JSON.stringify(problem),
  };
}

/** @throws Fault `too-large` that names a limit that fits */
function checkSize(body: string, { limit }: PagePlace): void {
  const bytes = Buffer.byteLength(body);
  if (bytes <= mostBytes) return;
  const fitting = Math.max(1, Math.floor((limit * mostBytes) / bytes / 2));
  throw new Fault("too-large", `This page would have ${bytes} bytes: ask for limit=${fitting}.`);
}
