/**
 * `node cold-start.ts <bundle> <event.json>` measures one start of a function in a new process. Prints, in ms, the time
 * to load the bundle, the time to the first response, and the median time of the responses after it.
 */
const [, , bundle = "", event = "{}"] = process.argv;

const loadStart = performance.now();
const { handler } = await import(bundle);
const loadMs = performance.now() - loadStart;

const respond = async (): Promise<number> => {
  const start = performance.now();
  await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000, awsRequestId: "bench" });
  return performance.now() - start;
};
const firstMs = await respond();
const warmMs: number[] = [];
for (let i = 0; i < 200; i++) warmMs.push(await respond());

// Prints to stderr, because stdout has the function's logs.
console.error(
  JSON.stringify({ loadMs, firstMs, warmMs: warmMs.toSorted((a, b) => a - b)[warmMs.length / 2] }),
);
