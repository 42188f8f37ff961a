import {
  type BatchGetItemOutput,
  type BatchWriteItemOutput,
  type DynamoDBClient,
  type KeysAndAttributes,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { below, oneOf, seededRandom } from "../seeded-random.ts";
import { type Call, type Handle, intercept } from "./call.ts";
import { cancelled } from "./conflicts.ts";

/** Probability of each fault, from 0 to 1. */
export type FaultRates = {
  /** Share of attempts that are throttled (a transaction is cancelled). The SDK waits up to 2 s before it retries. */
  readonly throttled: number;
  /** Share of attempts whose connection breaks before the call takes effect. The SDK retries. */
  readonly requestLost: number;
  /** Share of attempts whose connection breaks after the call has taken effect. The SDK retries. */
  readonly answerLost: number;
  /** Share of calls that fail in the same two ways without a retry, so that the caller gets the error. */
  readonly requestLostForGood: number;
  readonly answerLostForGood: number;
  /** Share of the keys and items of batches that are returned as unprocessed. */
  readonly unprocessed: number;
};

const none: FaultRates = {
  throttled: 0,
  requestLost: 0,
  answerLost: 0,
  requestLostForGood: 0,
  answerLostForGood: 0,
  unprocessed: 0,
};

/**
 * Injects faults that the emulator never produces. The seed fixes the sequence of random numbers, and each call takes
 * the next number.
 */
export function dynamoFaults(seed: number, rates: Partial<FaultRates>) {
  const random = seededRandom(seed);
  const injected = { ...none };
  const state = { active: true, injected };
  const strikes = (fault: keyof FaultRates): boolean => {
    if (!state.active || random() >= (rates[fault] ?? 0)) return false;
    injected[fault] += 1;
    return true;
  };
  const losing =
    (request: keyof FaultRates, answer: keyof FaultRates): Handle =>
    async (_, send) => {
      if (strikes(request)) throw connectionReset();
      const output = await send();
      if (strikes(answer)) throw connectionReset();
      return output;
    };
  return Object.assign(state, {
    /** Adds the faults to a client. All clients use the same sequence and add to the same counts. */
    addTo(client: DynamoDBClient): void {
      intercept(client, "before serialising", (call, send) =>
        holdBack(call, send, () => strikes("unprocessed")),
      );
      intercept(client, "around retries", losing("requestLostForGood", "answerLostForGood"));
      intercept(client, "each attempt", losing("requestLost", "answerLost"));
      intercept(client, "each attempt", async (call, send) => {
        if (!strikes("throttled")) return send();
        const items = call.input.TransactItems?.length ?? 0;
        if (items === 0)
          throw throttled(oneOf(random, [ThrottlingException, ProvisionedThroughputExceededException]));
        const place = below(random, items);
        throw cancelled(Array.from({ length: items }, (_, i) => (i === place ? "ThrottlingError" : "None")));
      });
    },
  });
}

function connectionReset(): Error {
  return Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
}

function throttled(
  Exception: typeof ThrottlingException | typeof ProvisionedThroughputExceededException,
): Error {
  return new Exception({ message: "Rate exceeded", $metadata: { httpStatusCode: 400 } });
}

/** Withholds some entries of a batch from DynamoDB and returns them as unprocessed. The first entry always passes. */
async function holdBack(call: Call, send: Parameters<Handle>[1], holds: () => boolean): ReturnType<Handle> {
  const [entry] = Object.entries(call.input.RequestItems ?? {});
  if (entry === undefined) return send();
  const [table, requested] = entry;
  const isRead = !Array.isArray(requested);
  const all: readonly unknown[] = isRead ? (requested.Keys ?? []) : requested;
  const held = all.filter((_, i) => i > 0 && holds());
  const rest = all.filter((each) => !held.includes(each));
  const output = await send({ ...call.input, RequestItems: { [table]: among(requested, rest) } });
  if (held.length === 0) return output;
  if (isRead) {
    const { UnprocessedKeys = {} } = output as BatchGetItemOutput;
    const left = [...(UnprocessedKeys[table]?.Keys ?? []), ...held];
    return { ...output, UnprocessedKeys: { [table]: among(requested, left) } } as BatchGetItemOutput &
      typeof output;
  }
  const { UnprocessedItems = {} } = output as BatchWriteItemOutput;
  const left = [...(UnprocessedItems[table] ?? []), ...held];
  return { ...output, UnprocessedItems: { [table]: left } } as BatchWriteItemOutput & typeof output;
}

function among<T extends KeysAndAttributes | WriteRequest[]>(requested: T, some: readonly unknown[]): T {
  return (Array.isArray(requested) ? some : { ...requested, Keys: some }) as T;
}
