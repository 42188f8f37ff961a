import { Refusal, dataOf as requireData } from "../../client/refusal.ts";
import { FileFailure, Stop } from "../failure.ts";

const again = "What was sent stays: the same command goes on.";

/**
 * The body of a response.
 * @throws FileFailure with the service's own sentence
 * @throws Stop if no other request will succeed either
 */
export function dataOf<T>(fetched: Parameters<typeof requireData<T>>[0]): NonNullable<T> {
  try {
    return requireData(fetched);
  } catch (error) {
    throw asFailure(error);
  }
}

/** What a refusal means for the import. Other errors stay as they are. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const { status, message } = error;
  switch (status) {
    case 401:
      return new Stop(`You are not signed in, or no longer: ${message} ${again}`);
    case 403:
      return new Stop(`You may not import this: ${message}`);
    case 429:
      return new Stop(`${message} ${again}`);
    default:
      return new FileFailure(message);
  }
}
