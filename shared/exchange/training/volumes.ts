import type { ExportFile, Stored } from "../export-format.ts";
import { zipped } from "../zip.ts";
import { stillsOfTraining, type TrainingDeps, trainingContent } from "./content.ts";

/** The zips of a training set. The first one has its lists, and each its share of the stills. */
export async function trainingVolumes(deps: TrainingDeps, stored: Stored): Promise<readonly ExportFile[]> {
  const { set, job } = deps;
  const name = `${set.name}-${job.id}`;
  const mediaType = "application/zip";
  const first: ExportFile = {
    ...{ name: `${name}.zip`, mediaType },
    content: (stored, warn) => trainingContent(deps, stored, warn),
  };
  if (!job.options.stills) return [first];
  const count = await stored.once("volumes", async () => String((await volumesOf(deps, stored)).length));
  const others = Array.from(
    { length: Number(count) - 1 },
    (_, i): ExportFile => ({
      ...{ name: `${name}-${i + 2}.zip`, mediaType },
      content: async function* (stored) {
        yield* zipped((await volumesOf(deps, stored))[i + 1] ?? [], job.createdMs);
      },
    }),
  );
  return [first, ...others];
}

/** Warns of nothing: the first zip does. */
async function volumesOf(deps: TrainingDeps, stored: Stored) {
  return (await stillsOfTraining(deps, stored, () => {})).volumes;
}
