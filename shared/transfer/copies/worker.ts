import { type Copy, type CopyPiece, failedCopy, grownCopy, nextPieceEndMs } from "../../domain/copy/copy.ts";
import { ExtractionError } from "../../media/cut/extraction-error.ts";
import type { Extracted, Extractor } from "../../media/cut/extractor.ts";
import { jobLimits } from "../../media/fetch/limits.ts";
import { SourceError } from "../../media/fetch/source-error.ts";
import type { VideoSource } from "../../media/fetch/video-source.ts";
import type { CopyWriter } from "../../store/copy/writer.ts";
import { type JobWorkerDeps, jobWorker, mostFailures } from "../../work/job-worker.ts";
import type { CopyFiles } from "./files.ts";

type Deps = {
  readonly copies: Pick<CopyWriter, "save">;
  readonly files: Pick<CopyFiles, "put">;
  readonly sourceOf: (streamUrl: string) => Promise<VideoSource>;
  readonly extract: Extractor["extract"];
  readonly nowMs: () => number;
  readonly report: JobWorkerDeps<Copy>["report"];
};

/** Extra time for the child process to stop before it is killed. */
const graceMs = 5000;

/** Time that a worker must have left to begin a piece: to make it, and to store it. */
export const reserveMs = jobLimits.piece.totalMs + graceMs + 30_000;

/** Failures that the same file causes again. */
const isLasting: ReadonlySet<string> = new Set([
  "unreadable",
  "no-decoder",
  "too-much-memory",
  "over-limit",
  "refused",
]);

/**
 * Makes copies (see `jobWorker`), a step for each piece of up to a minute. A step first stores the file of its piece; then one
 * transaction records the piece and the progress.
 */
export function copyWorker({ copies, files, sourceOf, extract, nowMs, report }: Deps) {
  const { piece: limits } = jobLimits;

  async function nextPiece(copy: Copy): Promise<Copy> {
    const excerpt = { kind: "piece", fromMs: copy.doneMs, toMs: nextPieceEndMs(copy) } as const;
    const request = { ...(await sourceOf(copy.url)), excerpt, limits };
    return await extract(request, limits.totalMs + graceMs, async (extracted) => {
      const { made, lengthMs } = pieceOf(copy, extracted);
      if (made !== undefined) await files.put(made, extracted.file);
      return grownCopy(copy, made, lengthMs, nowMs());
    });
  }

  const run: JobWorkerDeps<Copy>["run"] = async (lease, mayGoOn) => {
    while (lease.job().status === "running") {
      mayGoOn();
      const copy = lease.job();
      const { made, lengthMs, doneMs, failures, ...after } = await nextPiece(copy).catch((error: unknown) => {
        if (!isOfFile(error)) throw error;
        report(copy, error);
        return failedCopy(copy, error.reason, nowMs());
      });
      const { status, finishedMs, problem } = after;
      const isOver = status !== "running";
      await lease.save({
        ...{ made, lengthMs, doneMs, failures, status, finishedMs, problem },
        ...(isOver ? { leaseUntilMs: undefined } : {}),
      });
    }
  };

  return jobWorker({
    jobs: copies,
    run,
    givenUp: (copy) => failedCopy(copy, `A piece failed ${mostFailures} times in a row.`, nowMs()),
    onGivenUp: async () => {},
    nowMs,
    report,
  });
}

function isOfFile(error: unknown): error is ExtractionError | SourceError {
  return (error instanceof ExtractionError || error instanceof SourceError) && isLasting.has(error.reason);
}

function pieceOf({ id }: Copy, { piece }: Extracted): { made: CopyPiece | undefined; lengthMs: number } {
  if (piece === undefined) throw new Error("The engine made no piece.");
  const { layout, lengthMs } = piece;
  return { made: layout && { ...layout, stream: id }, lengthMs };
}
