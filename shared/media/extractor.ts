import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ExtractionError } from "./extraction-error.ts";
import type { ExtractionJob } from "./extraction-job.ts";
import { type ExtractionProcess, startProcess } from "./extraction-process.ts";

export type ExtractionRequest = Omit<ExtractionJob, "outputFile">;

/** A JPEG of a still or an MP4 file of a clip. */
export type Extracted = {
  readonly file: string;
  readonly sizeBytes: number;
  /** What was taken from the source. */
  readonly stats: { readonly bytes: number; readonly requests: number };
};

export type Extractor = {
  /**
   * Extracts a still or a clip and hands it to `use`; afterwards the file is gone. One job runs at a time, others
   * wait for it; the deadline covers the waiting too.
   * @throws ExtractionError; whatever `use` throws
   */
  extract<T>(
    request: ExtractionRequest,
    deadlineMs: number,
    use: (extracted: Extracted) => Promise<T>,
  ): Promise<T>;
  /** Ends the child process. */
  close(): void;
};

const maxJobs = 50;
const maxRssBytes = 600e6;

/**
 * Extracts by a child process, that is started with the first job and kept: loading its modules takes most of a cold
 * still.
 * @param childFile `extraction-child.ts`, or its bundle
 */
export function extractor({ childFile }: { readonly childFile: URL | string }): Extractor {
  let current: ExtractionProcess | undefined;
  let jobs = 0;
  let previous: Promise<unknown> = Promise.resolve();

  const usable = (): ExtractionProcess => {
    if (current?.isAlive()) return current;
    jobs = 0;
    current = startProcess(childFile);
    return current;
  };

  const run = async (job: ExtractionJob, endsAt: number): Promise<Extracted> => {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) throw new ExtractionError("out-of-time", "Other jobs took the time.");
    const child = usable();
    const answer = await child.run(job, leftMs);
    jobs += 1;
    const isWorn = jobs >= maxJobs || answer.rssBytes > maxRssBytes;
    // A job that was cut short may still be at work, at the cost of the next one.
    const isBusy = !answer.ok && (answer.reason === "out-of-time" || answer.reason === "over-limit");
    if (isWorn || isBusy) child.kill();
    if (answer.ok) return { file: job.outputFile, sizeBytes: answer.sizeBytes, stats: answer.stats };
    if (answer.reason === "failed") throw new Error(answer.message);
    throw new ExtractionError(answer.reason, answer.message, answer.durationMs);
  };

  return {
    async extract(request, deadlineMs, use) {
      const endsAt = performance.now() + deadlineMs;
      const folder = await mkdtemp(path.join(tmpdir(), "extraction-"));
      try {
        const job = { ...request, outputFile: path.join(folder, "extracted") };
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
