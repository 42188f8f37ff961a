/** Duration of a soak, which uses new seeds all the time. Without it, tests run a few fixed seeds. */
const soakMs = Number(process.env["SOAK_SECONDS"] ?? 0) * 1000;

const isLong = process.env["SUITE"] === "long";

/** Options for a test that calls `forSeeds`: the timeout leaves time for the last run. */
export const soak = { timeout: soakMs + 120_000 };

/**
 * Calls `run` with the first of the usual seeds, or with the other usual seeds in `npm run test:long`. If `SEED` is set,
 * uses only this seed. A seed fixes each client's random operations and faults, but not how they interleave, so a rare
 * failure may need several runs to show again.
 */
export async function forSeeds(
  run: (seed: number) => Promise<void>,
  usual: readonly number[] = [1, 2],
): Promise<void> {
  for (const seed of seeds(usual)) {
    try {
      await run(seed);
    } catch (cause) {
      throw new Error(`With SEED=${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  }
}

function* seeds(usual: readonly number[]): Generator<number> {
  const given = process.env["SEED"];
  if (given !== undefined) yield Number(given);
  else if (soakMs === 0) yield* isLong && usual.length > 1 ? usual.slice(1) : usual.slice(0, 1);
  else for (const end = Date.now() + soakMs; Date.now() < end; ) yield Date.now() % 2 ** 31;
}
