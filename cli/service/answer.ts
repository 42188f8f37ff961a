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

/**
 * The body of a response to a command of one request.
 * @throws Stop with all that is wrong, in the service's own sentences
 */
export function dataOrStop<T>(fetched: Parameters<typeof requireData<T>>[0]): NonNullable<T> {
  try {
    return requireData(fetched);
  } catch (error) {
    throw error instanceof Refusal ? stopOf(error) : error;
  }
}

/** A refusal as the end of the command. */
function stopOf({ status, message, errors }: Refusal): Stop {
  if (status === 401) return new Stop(`You are not signed in, or no longer: ${message}`);
  const sentences = errors.length === 0 ? [message] : errors.map(({ detail }) => detail);
  return new Stop(sentences.join("\n"), status === 400 ? 2 : 1);
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
