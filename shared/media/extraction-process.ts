import { fork } from "node:child_process";
import { ExtractionError } from "./extraction-error.ts";
import { ExtractionAnswer, type ExtractionJob } from "./extraction-job.ts";

/** A child process that does one job after the other. */
export type ExtractionProcess = {
  /**
   * Gives it a job, and kills it when there is no answer in time.
   * @throws ExtractionError `out-of-time`; `unreadable` when it dies of the job; another error when it did not even
   * start
   */
  run(job: ExtractionJob, deadlineMs: number): Promise<ExtractionAnswer>;
  isAlive(): boolean;
  kill(): void;
};

/** What a reader keeps on the heap is small: a hostile index that fills it shall soon end. */
const maxHeapMebibytes = 256;

/**
 * Starts the child. It gets no environment, keeps nobody alive and ends with its parent. What V8 says of its death
 * goes to our standard error.
 */
export function startProcess(childFile: URL | string): ExtractionProcess {
  const child = fork(childFile, {
    env: {},
    execArgv: [
      `--max-old-space-size=${maxHeapMebibytes}`,
      // The smaller the young generation, the sooner it lets go of bytes that were read: 100 MB less for a large clip.
      "--max-semi-space-size=4",
    ],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.unref();
  child.channel?.unref();
  let alive = true;
  const kill = () => {
    alive = false;
    child.kill("SIGKILL");
  };
  // A child that loops without end would not notice that it is alone.
  process.once("exit", kill);

  let isReady = false;
  let settle: ((outcome: unknown) => void) | undefined;
  const died = () => {
    alive = false;
    process.off("exit", kill);
    settle?.(isReady ? new ExtractionError("unreadable", "The process died.") : notStarted());
  };
  child.once("exit", died).once("error", died);
  child.on("message", (message) => {
    if (isReady) return settle?.(message);
    isReady = true;
  });

  return {
    async run(job, deadlineMs) {
      const outcome = await new Promise((resolve) => {
        // The timer also keeps our own process alive meanwhile.
        const timer = setTimeout(() => settle?.(late()), deadlineMs);
        settle = (outcome) => {
          clearTimeout(timer);
          settle = undefined;
          resolve(outcome);
        };
        if (alive) child.send(job, () => {});
        else died();
      });
      if (!(outcome instanceof Error)) return ExtractionAnswer.parse(outcome);
      kill();
      throw outcome;
    },
    isAlive: () => alive && child.connected,
    kill,
  };
}

function late(): ExtractionError {
  return new ExtractionError("out-of-time", "The process was killed at its deadline.");
}

function notStarted(): Error {
  return new Error("The extraction process does not start: its standard error says why.");
}
