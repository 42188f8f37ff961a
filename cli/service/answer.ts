import * as z from "zod/mini";
import { FileFailure, Stop } from "../failure.ts";

/** What `openapi-fetch` returns. */
type Fetched<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

const again = "What was sent stays: the same command goes on.";

const Problem = z.object({ detail: z.string(), videostream: z.optional(z.int()) });

/** The problem of a response that is no success. */
export function problemOf({ error, response: { status } }: Fetched<unknown>): z.infer<typeof Problem> {
  const problem = z.safeParse(Problem, error);
  return problem.success ? problem.data : { detail: `The service answers ${status}.` };
}

/**
 * The body of a response.
 * @throws FileFailure with the service's own sentence
 * @throws Stop if no other request will succeed either
 */
export function dataOf<T>(fetched: Fetched<T>): T {
  if (fetched.data !== undefined) return fetched.data;
  const { detail } = problemOf(fetched);
  switch (fetched.response.status) {
    case 401:
      throw new Stop(`You are not signed in, or no longer: ${detail} ${again}`);
    case 403:
      throw new Stop(`You may not import this: ${detail}`);
    case 429:
      throw new Stop(`${detail} ${again}`);
    default:
      throw new FileFailure(detail);
  }
}
