import * as z from "zod/mini";
import { parseJson } from "./parse-json.ts";

const RequestLine = z.object({
  operation: z.string(),
  status: z.int(),
  durationMs: z.optional(z.number()),
  requestId: z.string(),
  error: z.optional(z.object({ name: z.string(), message: z.string() })),
});

/** Formats a function's log line for a terminal: one short line for a request, any other line unchanged. */
export function formatLogLine(functionName: string, line: string): string {
  const request = z.safeParse(RequestLine, parseJson(line));
  if (!request.success) return `${functionName}: ${line}`;
  const { operation, status, durationMs = 0, requestId, error } = request.data;
  const outcome = `${status} ${operation} ${durationMs.toFixed(0)} ms`;
  return error ? `${outcome} (request ${requestId})\n    ${error.name}: ${error.message}` : outcome;
}
