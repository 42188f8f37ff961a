import { Refusal, dataOf as requireData } from "../../client/refusal.ts";
import { FileFailure, Stop } from "../failure.ts";

const again = "Run the same command again to go on.";

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

/**
 * The body of a response to a command of one request.
 * @throws Stop with everything that is wrong, in the service's own sentences
 */
export function dataOrStop<T>(fetched: Parameters<typeof requireData<T>>[0]): NonNullable<T> {
  try {
    return requireData(fetched);
  } catch (error) {
    throw error instanceof Refusal ? stopOf(error) : error;
  }
}

/** The error with which a refusal ends the command. */
function stopOf({ status, message, errors }: Refusal): Stop {
  if (status === 401) return new Stop(`You are not signed in: ${message}`);
  const sentences = errors.length === 0 ? [message] : errors.map(({ detail }) => detail);
  return new Stop(sentences.join("\n"), status === 400 ? 2 : 1);
}

/** Turns a refusal into the failure of one file, or into the end of the command. Returns other errors unchanged. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const { status, message } = error;
  switch (status) {
    case 401:
      return new Stop(`You are not signed in: ${message} ${again}`);
    case 403:
      return new Stop(`You may not import this: ${message}`);
    case 429:
      return new Stop(`${message} ${again}`);
    default:
      return new FileFailure(message);
  }
}
