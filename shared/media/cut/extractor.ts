import { rm } from "node:fs/promises";
import path from "node:path";
import type { FileFacts, OpenedFile } from "../read/file-facts.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { Cut, ExtractionJob, ExtractionResult, MadePiece } from "./extraction-job.ts";
import { EndedBeforeJob, type ExtractionProcess, startProcess } from "./extraction-process.ts";
import { createJobFolder, removeLeftFolders } from "./job-folder.ts";

/** A file to read, and the limits for it. */
type FileRequest = Omit<ExtractionJob, "cut" | "maxRssBytes">;
export type ExtractionRequest = FileRequest & { readonly excerpt: Cut };

/** The JPEG of a still, the MP4 file of a clip or a piece, or several stills, and the facts of the source. */
export type Extracted = OpenedFile & {
  readonly file: string;
  readonly sizeBytes: number;
  /** Results of a request for several stills, in their order. */
  readonly stills: readonly (ExtractedStill | ExtractionError)[];
  /** Set for a copy's original or piece. */
  readonly piece?: MadePiece;
  /** Bytes and requests that were used to read the source. */
  readonly stats: { readonly bytes: number; readonly requests: number };
};

type ExtractedStill = { readonly file: string; readonly sizeBytes: number };

export type Extractor = {
  /**
   * Extracts a still, a clip, several stills or a piece of a copy into files, passes them to `use`, then deletes them.
   * One job runs at a time. The deadline includes the time that a job waits for others.
   * @throws ExtractionError; any error of `use`
   */
  extract<T>(
    request: ExtractionRequest,
    deadlineMs: number,
    use: (extracted: Extracted) => Promise<T>,
  ): Promise<T>;
  /**
   * Reads the facts of a file in the same process, in turn and under the same limits.
   * @throws ExtractionError
   */
  facts(request: FileRequest, deadlineMs: number): Promise<FileFacts>;
  /** Ends the child process. */
  close(): void;
};

export type ExtractorOptions = {
  /** `extraction-child.ts`, or its bundle. */
  readonly childFile: URL | string;
  /** Resident memory that the child process may use. A job that needs more fails, and the process is killed. */
  readonly maxRssBytes: number;
};

type Success = Extract<ExtractionResult, { ok: true }>;
type Run = { readonly child: ExtractionProcess; readonly result: ExtractionResult };

/** A process that has run this many jobs, or still uses this much memory after one, is replaced. */
const maxJobs = 50;
const wornRssBytes = 600e6;

/**
 * An extractor with a child process, which starts with the first job and stays: loading its modules takes
 * most of the time of a first still. Removes the files that earlier processes left behind.
 */
export function extractor({ childFile, maxRssBytes }: ExtractorOptions): Extractor {
  removeLeftFolders();
  let current: ExtractionProcess | undefined;
  let jobs = 0;
  let previous: Promise<unknown> = Promise.resolve();

  const liveProcess = (): ExtractionProcess => {
    if (current?.isAlive()) return current;
    jobs = 0;
    current = startProcess(childFile);
    return current;
  };

  /** Runs a job in the child process. If the process ended since its last job, runs the job in a new one. */
  const started = async (job: ExtractionJob, endsAt: number, isAgain = false): Promise<Run> => {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) throw new ExtractionError("out-of-time", "Other jobs used the time.");
    const child = liveProcess();
    try {
      return { child, result: await child.run(job, leftMs) };
    } catch (error) {
      if (isAgain || !(error instanceof EndedBeforeJob)) throw error;
      return started(job, endsAt, true);
    }
  };

  const run = async (job: ExtractionJob, endsAt: number): Promise<Success> => {
    const { child, result } = await started(job, endsAt);
    jobs += 1;
    const isWorn = jobs >= maxJobs || result.rssBytes > wornRssBytes;
    // A job that stopped early may still be working, and would slow down the next one.
    const isBusy = !result.ok && (result.reason === "out-of-time" || result.reason === "over-limit");
    if (isWorn || isBusy) child.kill();
    if (result.ok) return result;
    if (result.reason === "failed") throw new Error(result.message);
    throw new ExtractionError(result.reason, result.message, result.durationMs);
  };

  /** Runs a job when all earlier jobs have ended. */
  const inTurn = (job: Omit<ExtractionJob, "maxRssBytes">, endsAt: number): Promise<Success> => {
    const turn = previous.then(() => run({ ...job, maxRssBytes }, endsAt));
    previous = turn.catch(() => {});
    return turn;
  };

  return {
    async extract({ excerpt, ...request }, deadlineMs, use) {
      const endsAt = performance.now() + deadlineMs;
      const folder = await createJobFolder();
      try {
        const file = path.join(folder, "extracted");
        const result = await inTurn({ ...request, cut: { excerpt, outputFile: file } }, endsAt);
        if (!("cut" in result)) throw new Error("The child process has run another job.");
        const { cut, stats } = result;
        const stills = cut.stills.map((still, i) =>
          still.ok
            ? { file: `${file}-${i}`, sizeBytes: still.sizeBytes }
            : new ExtractionError(still.reason, still.message, still.durationMs),
        );
        return await use({ ...cut, file, stills, stats });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async facts(request, deadlineMs) {
      const result = await inTurn(request, performance.now() + deadlineMs);
      if (!("facts" in result)) throw new Error("The child process has run another job.");
      return result.facts;
    },
    close: () => current?.kill(),
  };
}
