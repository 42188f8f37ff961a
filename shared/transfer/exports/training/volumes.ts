import { zipped } from "../../../work/zip.ts";
import type { ExportFile, Stored } from "../format.ts";
import { stillsOfTraining, type TrainingDeps, trainingContent } from "./content.ts";

/** The zips of a training set. The first one has the lists, and each zip has a share of the stills. */
export async function trainingVolumes(deps: TrainingDeps, stored: Stored): Promise<readonly ExportFile[]> {
  const { set, job } = deps;
  const count = job.options.stills
    ? Number(await stored.once("volumes", async () => String((await volumesOf(deps, stored)).length)))
    : 1;
  return Array.from({ length: count }, (_, i) => ({
    name: `${set.name}-${job.id}${i === 0 ? "" : `-${i + 1}`}.zip`,
    mediaType: "application/zip",
    content: (work, warn) => (i === 0 ? trainingContent(deps, work, warn) : stillsOnly(deps, work, i)),
  }));
}

async function* stillsOnly(deps: TrainingDeps, stored: Stored, volume: number) {
  yield* zipped((await volumesOf(deps, stored))[volume] ?? [], deps.job.createdMs);
}

/** Does not warn, since the first zip does. */
async function volumesOf(deps: TrainingDeps, stored: Stored) {
  return (await stillsOfTraining(deps, stored, () => {})).volumes;
}
