import * as z from "zod/mini";

const Problem = z.object({ title: z.string(), detail: z.string() });

export type Answer = { readonly status: number; readonly body: unknown };

export type Request = {
  readonly body?: unknown;
  /** Makes a POST safe to send again. */
  readonly idempotencyKey?: string;
};

/** Calls the API at `origin` as the holder of a token. */
export function apiClient(origin: string, token: string) {
  async function call(method: string, path: string, { body, idempotencyKey }: Request = {}): Promise<Answer> {
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${origin}/api/v1${path}`, init).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${origin}: run npm start first.`, { cause });
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  return {
    call,
    /** The body of an answer that must have this status; the problem's own sentence otherwise. */
    async expect(status: number, method: string, path: string, request: Request = {}): Promise<unknown> {
      const answer = await call(method, path, request);
      if (answer.status === status) return answer.body;
      const problem = z.safeParse(Problem, answer.body);
      throw new Error(
        problem.success
          ? `${problem.data.title}: ${problem.data.detail}`
          : `${method} ${path}: ${answer.status}`,
      );
    },
  };
}
