import {
  type DeploymentOut,
  deploymentOut,
  type Recorded,
} from "../../../formats/camtrap-dp/write/deployments.ts";
import { descriptor } from "../../../formats/camtrap-dp/write/descriptor.ts";
import type { Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import { atMost } from "../../../runtime/at-most.ts";
import type { Stored } from "../format.ts";
import { requestsAtOnce } from "../read-records.ts";
import type { MetSource, Whole } from "./summary.ts";

/** Returns the time from the first start to the last end of all streams of a source. */
export type RecordedOf = (source: number) => Promise<Recorded | undefined>;

/** The parts of an export that need all of its pieces. */
export type Gathered = {
  readonly deployments: readonly DeploymentOut[];
  readonly descriptor: ReturnType<typeof descriptor>;
};

/**
 * Makes deployments and descriptor. Reads the table only once and stores the result, since cameras are still recording.
 */
export async function gathered(
  stored: Stored,
  whole: Whole,
  exporting: Exporting,
  recordedOf: RecordedOf,
): Promise<Gathered> {
  const text = await stored.once("gathered.json", async () =>
    JSON.stringify(await gather(whole, exporting, recordedOf)),
  );
  return JSON.parse(text);
}

async function gather(whole: Whole, exporting: Exporting, recordedOf: RecordedOf): Promise<Gathered> {
  const inTurn = atMost(requestsAtOnce);
  const deployments = await Promise.all(
    [...whole.sources.values()].map((met) =>
      inTurn(async () => {
        // The time of a source without labels was found together with the source.
        const recorded = met.labels === 0 ? undefined : await recordedOf(met.source.id);
        return deploymentOut(met.source, spanOf(met, recorded), exporting);
      }),
    ),
  );
  const taxa = [...whole.taxa.values()];
  return { deployments, descriptor: descriptor({ deployments, taxa, levels: whole.levels }, exporting) };
}

/** Extends the time by the streams in the pieces, since the index of streams may be slightly older than the pieces. */
function spanOf(met: MetSource, recorded: Recorded | undefined): Recorded {
  if (recorded === undefined) return { startMs: met.startMs, endMs: met.endMs };
  const { startMs, endMs } = recorded;
  return {
    startMs: Math.min(startMs, met.startMs),
    // A stream that was live when its piece was read may have ended since.
    endMs: endMs === undefined ? undefined : Math.max(endMs, met.endMs ?? endMs),
  };
}
