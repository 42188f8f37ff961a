import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { Fault } from "../domain/wire/fault.ts";
import type { File } from "./contract.ts";
import { entityTag, noneMatchHits } from "./etag.ts";
import { commonHeaders, problemMediaType } from "./headers.ts";
import { type PagePlace, pageLinks } from "./page-links.ts";
import { maxBodyBytes, payloadBytes } from "./payload.ts";
import type { Problem } from "./problem.ts";
import { header } from "./request.ts";

export type Answer = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly file?: File | undefined;
  readonly page?: PagePlace;
  readonly version?: number;
};

/**
 * A successful response, as JSON or a file. The response to a GET has an ETag; it is a 304 if the caller already has
 * that version.
 */
export async function renderAnswer(
  answer: Answer,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> {
  const headers: Record<string, string> = { ...commonHeaders, ...answer.headers };
  if (answer.file) return renderFile(answer.status, answer.file, headers, event);
  if (answer.body === undefined) return { statusCode: answer.status, headers, body: "" };
  const body = JSON.stringify(answer.body);
  headers["Content-Type"] = "application/json";
  if (answer.page) {
    checkSize(body, answer.page);
    const links = pageLinks(event, answer.page);
    if (links !== undefined) headers["Link"] = links;
  }
  if (event.httpMethod === "GET" && answer.status === 200) {
    headers["ETag"] = entityTag(body, answer.version);
    if (isKnown(event, headers["ETag"])) {
      delete headers["Content-Type"];
      return { statusCode: 304, headers, body: "" };
    }
  }
  return { statusCode: answer.status, headers, body };
}

/** Returns a file. Browsers that open its address show it, but run no scripts in it (CSP Level 3, `sandbox`). */
async function renderFile(
  statusCode: number,
  { type, tag, read }: File,
  headers: Record<string, string>,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> {
  headers["ETag"] = tag;
  if (isKnown(event, tag)) return { statusCode: 304, headers, body: "" };
  headers["Content-Type"] = type;
  headers["Content-Security-Policy"] ??= "sandbox";
  const body = Buffer.from(await read()).toString("base64");
  return { statusCode, headers, body, isBase64Encoded: true };
}

function isKnown(event: APIGatewayProxyEvent, tag: string): boolean {
  const ifNoneMatch = header(event, "If-None-Match");
  return ifNoneMatch !== undefined && noneMatchHits(ifNoneMatch, tag);
}

export function renderProblem(problem: Problem, headers: Record<string, string>): APIGatewayProxyResult {
  return {
    statusCode: problem.status,
    headers: { ...commonHeaders, ...headers, "Content-Type": problemMediaType },
    body: JSON.stringify(problem),
  };
}

/**
 * @throws Fault `too-large`, whose message names a lower `limit`. A page with that limit fits, unless its rows are more
 * than twice as large as the average
 */
function checkSize(body: string, { limit, offset, total }: PagePlace): void {
  // A UTF-16 unit of JSON takes at most three bytes, so most pages need not be measured exactly.
  if (body.length * 3 <= maxBodyBytes) return;
  const bytes = payloadBytes(body);
  if (bytes <= maxBodyBytes) return;
  const rows = Math.min(limit, total - offset);
  const fitting = Math.max(1, Math.floor((rows * maxBodyBytes) / bytes / 2));
  throw new Fault(
    "too-large",
    `This page is too large: ${bytes} bytes, and the maximum is ${maxBodyBytes}. Use limit=${fitting} or less.`,
  );
}
