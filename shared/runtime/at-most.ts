/** Runs at most `max` pieces of work at a time. The others wait for their turn, in order. */
export function atMost(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < max) running++;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const start = waiting.shift();
      if (start) start();
      else running--;
    }
  };
}
