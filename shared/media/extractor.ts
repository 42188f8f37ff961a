import { rm } from "node:fs/promises";
import path from "node:path";
import type { FrameSize } from "../domain/frame-size.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { ExtractionJob } from "./extraction-job.ts";
import { type ExtractionProcess, startProcess } from "./extraction-process.ts";
import { createJobFolder, removeLeftFolders } from "./job-folder.ts";

export type ExtractionRequest = Omit<ExtractionJob, "outputFile" | "maxRssBytes">;

/** A JPEG of a still or an MP4 file of a clip; or several stills. */
export type Extracted = {
  readonly file: string;
  readonly sizeBytes: number;
  /** Of a request for several stills, in their order: the file of each, or why there is none. */
  readonly stills: readonly (ExtractedStill | ExtractionError)[];
  /** Size of the video's upright picture. */
  readonly size: FrameSize;
  /** What was read from the source. */
  readonly stats: { readonly bytes: number; readonly requests: number };
};

type ExtractedStill = { readonly file: string; readonly sizeBytes: number };

export type Extractor = {
  /**
   * Extracts a still or a clip into a file, passes it to `use`, then deletes it. One job runs at a time. The
   * deadline includes the time that a job waits for others.
   * @throws ExtractionError; any error of `use`
   */
  extract<T>(
    request: ExtractionRequest,
    deadlineMs: number,
    use: (extracted: Extracted) => Promise<T>,
  ): Promise<T>;
  /** Ends the child process. */
  close(): void;
};

export type ExtractorOptions = {
  /** `extraction-child.ts`, or its bundle. */
  readonly childFile: URL | string;
  /** Resident memory that the child process may use. A job that needs more fails, and the process is killed. */
  readonly maxRssBytes: number;
};

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

  const run = async (job: ExtractionJob, endsAt: number): Promise<Extracted> => {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) throw new ExtractionError("out-of-time", "Other jobs used the time.");
    const child = liveProcess();
    const result = await child.run(job, leftMs);
    jobs += 1;
    const isWorn = jobs >= maxJobs || result.rssBytes > wornRssBytes;
    // A job that stopped early may still be working, and would slow down the next one.
    const isBusy = !result.ok && (result.reason === "out-of-time" || result.reason === "over-limit");
    if (isWorn || isBusy) child.kill();
    if (result.ok) {
      const { sizeBytes, size, stats } = result;
      const stills = result.stills.map((still, i) =>
        still.ok
          ? { file: `${job.outputFile}-${i}`, sizeBytes: still.sizeBytes }
          : new ExtractionError(still.reason, still.message, still.durationMs),
      );
      return { file: job.outputFile, sizeBytes, stills, size, stats };
    }
    if (result.reason === "failed") throw new Error(result.message);
    throw new ExtractionError(result.reason, result.message, result.durationMs);
  };

  return {
    async extract(request, deadlineMs, use) {
      const endsAt = performance.now() + deadlineMs;
      const folder = await createJobFolder();
      try {
        const job = { ...request, outputFile: path.join(folder, "extracted"), maxRssBytes };
        const turn = previous.then(() => run(job, endsAt));
        previous = turn.catch(() => {});
        return await use(await turn);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: () => current?.kill(),
  };
}
