import * as z from "zod/mini";

/** An error as it appears in Lambda's response payload. */
export type FunctionError = { errorType: string; errorMessage: string; trace: string[] };

/** Message to a sandbox: the next event. The stack waits for the result before it sends another. */
export type Invoke = {
  requestId: string;
  functionArn: string;
  traceId: string;
  /** JSON text. */
  event: string;
  deadlineEpochMs: number;
};

/**
 * Message from a sandbox: `ready` when its code is loaded, then one `result` or `error` for each event.
 * `fatal` may come at any time and ends the sandbox.
 */
export type SandboxMessage = z.output<typeof SandboxMessage>;

/** Returns `undefined` for any other message, such as one that the function itself has sent. */
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
  /** The handler's result, as JSON text. */
  z.object({ type: z.literal("result"), payload: z.string() }),
  z.object({ type: z.enum(["error", "fatal"]), error: SandboxError }),
]);
