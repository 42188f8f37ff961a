import type { ExportJob } from "../../../domain/job/export-job.ts";
import type { ExportFiles } from "../files.ts";
import type { OpenFormat, Stored } from "../format.ts";
import type { CutPiece } from "./piece-cutter.ts";
import { countOf, piecesOf, planText } from "./plan.ts";
import { type StillObjects, stillObjects } from "./still-objects.ts";

type Files = Pick<ExportFiles, "putWork" | "readWork">;

export type StillDeps = {
  /** The cutters, which work at the same time. */
  readonly cutters: readonly CutPiece[];
  /** Maximum number of stills in an export. */
  readonly most: number;
  /** Time during which a step starts new pieces, in milliseconds. */
  readonly stepMs?: number;
};

const planName = "stills/plan";

/** The steps of an export with stills between reading and packing: planning the stills, once, and cutting them. */
export function stillSteps(files: Files, { cutters, most, stepMs = 10_000 }: StillDeps) {
  async function plan(format: OpenFormat, stored: Stored): Promise<Partial<ExportJob>> {
    const stills = format.stills?.(stored);
    if (stills === undefined) throw new Error("The format has no stills");
    const pieces = piecesOf(await stored.once(planName, () => planText(stills, most)));
    return { phase: "cut", stills: { pieces: 0, done: 0, total: countOf(pieces) } };
  }

  /** Cuts the next pieces. A piece that was cut before is not cut again. */
  async function cut(job: ExportJob, mayGoOn: () => void): Promise<Partial<ExportJob>> {
    const { id, stills } = job;
    const pieces = await storedPlan(files, job);
    const objects = stillObjects(files, id);
    const endsAt = performance.now() + stepMs;
    const from = stills?.pieces ?? 0;
    let next = from;
    const cutSome = async (cutPiece: CutPiece) => {
      for (let piece = pieces[next]; piece !== undefined; piece = pieces[next]) {
        mayGoOn();
        const own = next++;
        if ((await objects.read(own)) === undefined)
          await write(objects, own, piece.stream, await cutPiece(piece));
        if (performance.now() > endsAt) return;
      }
    };
    const outcomes = await Promise.allSettled(cutters.map(cutSome));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    const done = countOf(pieces.slice(0, next));
    return {
      phase: next < pieces.length ? "cut" : "pack",
      stills: { pieces: next, done, total: countOf(pieces) },
    };
  }

  return { plan, cut };
}

async function write(
  objects: StillObjects,
  piece: number,
  stream: number,
  outcomes: Awaited<ReturnType<CutPiece>>,
): Promise<void> {
  const pictures = outcomes.flatMap((outcome) => ("jpeg" in outcome ? [outcome.jpeg] : []));
  const stills = outcomes.map((outcome) => {
    if ("reason" in outcome) return outcome;
    const { jpeg: _, ...still } = outcome;
    return still;
  });
  await objects.write(piece, { stream, stills }, Buffer.concat(pictures));
}

/**
 * Reads the plan of an export, which is stored before its stills are cut. An export without annotations has no plan.
 */
export async function storedPlan(
  files: Pick<Files, "readWork">,
  { id, total }: Pick<ExportJob, "id" | "total">,
): Promise<ReturnType<typeof piecesOf>> {
  if (total === 0) return [];
  const stored = await files.readWork(id, planName);
  if (stored === undefined) throw new Error(`The plan of the stills of export ${id} is missing`);
  return piecesOf(Buffer.from(stored).toString());
}
