import * as z from "zod/mini";

const Problem = z.object({ title: z.string(), detail: z.string() });

export type ApiResponse = { readonly status: number; readonly body: unknown };

export type CallOptions = {
  readonly body?: unknown;
  /** Makes a POST safe to repeat. */
  readonly idempotencyKey?: string;
};

/** A client of the API at `origin` that signs in with this token. */
export function apiClient(origin: string, token: string) {
  async function call(
    method: string,
    path: string,
    { body, idempotencyKey }: CallOptions = {},
  ): Promise<ApiResponse> {
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${origin}/api/v1${path}`, init).catch((cause: unknown) => {
      throw new Error(`The API at ${origin} does not respond: run npm start first.`, { cause });
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  return {
    call,
    /**
     * Returns the body of the response.
     * @throws Error with the API's own sentence when the response has another status
     */
    async expect(status: number, method: string, path: string, options: CallOptions = {}): Promise<unknown> {
      const response = await call(method, path, options);
      if (response.status === status) return response.body;
      const problem = z.safeParse(Problem, response.body);
      throw new Error(
        problem.success
          ? `${problem.data.title}: ${problem.data.detail}`
          : `${method} ${path} returned ${response.status} instead of ${status}.`,
      );
    },
  };
}
