import * as z from "zod/mini";

/** How Lambda words an error in an answer's payload. */
export type FunctionError = { errorType: string; errorMessage: string; trace: string[] };

/** What the stack sends a sandbox: the next event. One at a time. */
export type Invoke = {
  requestId: string;
  functionArn: string;
  traceId: string;
  /** JSON text. */
  event: string;
  deadlineEpochMs: number;
};

/**
 * What a sandbox sends: `ready` once its code is loaded, then one `result` or `error` for each event.
 * `fatal` may come at any time, and ends it.
 */
export type SandboxMessage = z.output<typeof SandboxMessage>;

/** `undefined` for anything else, such as a message of the function's own. */
export function parseSandboxMessage(message: unknown): SandboxMessage | undefined {
  const parsed = SandboxMessage.safeParse(message);
  return parsed.success ? parsed.data : undefined;
}

const SandboxError = z.object({
  errorType: z.string(),
  errorMessage: z.string(),
  trace: z.array(z.string()),
});
const SandboxMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** JSON text of what the handler returned. */
  z.object({ type: z.literal("result"), payload: z.string() }),
  z.object({ type: z.enum(["error", "fatal"]), error: SandboxError }),
]);
