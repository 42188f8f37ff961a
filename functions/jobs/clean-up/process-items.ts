import type { Run } from "./run.ts";

/** Most of its time each waits for an answer. */
const atOnce = 6;

/**
 * Works on one item after the other, a few at a time, as long as the run may go on. One that fails is
 * reported, and stops no other.
 * @param name says for the report what the items are, or what one of them is
 * @returns whether all is done
 */
export async function processItems<T>(
  run: Run,
  items: AsyncIterable<T> | Iterable<T>,
  name: (item?: T) => string,
  work: (item: T) => Promise<void>,
): Promise<boolean> {
  // Workers take turns at it; once it has failed it is at its end for all of them.
  const queue = asGenerator(items);
  let isAllDone = true;
  const worker = async () => {
    for (;;) {
      let item: T | undefined;
      try {
        const next = await queue.next();
        if (next.done) return;
        item = next.value;
        if (!run.mayGoOn()) {
          isAllDone = false;
          return;
        }
        await work(item);
      } catch (error) {
        isAllDone = false;
        run.failed(name(item), error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return isAllDone;
}

async function* asGenerator<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
