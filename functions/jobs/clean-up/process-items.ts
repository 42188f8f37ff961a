import type { Run } from "./run.ts";

/** Number of items processed at a time. Most of their time is waiting for responses. */
const concurrency = 6;

/**
 * Processes several items at a time, until the run must stop. Reports a failed item, and continues with the others.
 * @param name returns the name of an item for the report, or the name of the whole group if called without an item
 * @returns whether every item was processed
 */
export async function processItems<T>(
  run: Run,
  items: AsyncIterable<T> | Iterable<T>,
  name: (item?: T) => string,
  work: (item: T) => Promise<void>,
): Promise<boolean> {
  // All workers share one generator. If the generator throws, it ends for all of them.
  const queue = asGenerator(items);
  let isAllDone = true;
  const worker = async () => {
    for (;;) {
      let item: T | undefined;
      try {
        const next = await queue.next();
        if (next.done) return;
        item = next.value;
        if (!run.canContinue()) {
          isAllDone = false;
          return;
        }
        await work(item);
      } catch (error) {
        isAllDone = false;
        run.recordFailure(name(item), error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return isAllDone;
}

async function* asGenerator<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
