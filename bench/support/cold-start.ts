/**
 * Measures one start of one function in a fresh process: `node cold-start.ts <bundle> <event.json>` prints
 * the times in ms of loading the bundle, of its first answer, and the median of the answers after it.
 */
const [, , bundle = "", event = "{}"] = process.argv;

const loadStart = performance.now();
const { handler } = await import(bundle);
const loadMs = performance.now() - loadStart;

const answer = async (): Promise<number> => {
  const start = performance.now();
  await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000, awsRequestId: "bench" });
  return performance.now() - start;
};
const firstMs = await answer();
const warmMs: number[] = [];
for (let i = 0; i < 200; i++) warmMs.push(await answer());

// To stderr: stdout has the functions' logs.
console.error(
  JSON.stringify({ loadMs, firstMs, warmMs: warmMs.toSorted((a, b) => a - b)[warmMs.length / 2] }),
);
