/** A soak goes on for so long, with new seeds; else there is a handful of runs. */
const soakMs = Number(process.env["SOAK_SECONDS"] ?? 0) * 1000;

/** For a test of runs: none is cut short. */
export const soak = { timeout: soakMs + 120_000 };

/**
 * Runs with several seeds; `SEED` runs a single one again. A seed gives each client the same operations and
 * the same draws of faults; how they interleave is the machine's affair, so a rare failure may take some runs.
 */
export async function forSeeds(
  run: (seed: number) => Promise<void>,
  usual: readonly number[] = [1, 2, 3],
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
  else if (soakMs === 0) yield* usual;
  else for (const end = Date.now() + soakMs; Date.now() < end; ) yield Date.now() % 2 ** 31;
}
