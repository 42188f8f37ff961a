import { fork } from "node:child_process";
import { cpuMsOf } from "./cpu-time.ts";
import { ComputedTooLong, ExtractionError } from "./extraction-error.ts";
import { type ExtractionJob, ExtractionResult } from "./extraction-job.ts";
import { watchMemory } from "./watch-memory.ts";

/** Thrown when the process ended before it began the job: another process can run it. */
export class EndedBeforeJob extends Error {}

/** A child process that runs one job after another. */
export type ExtractionProcess = {
  /**
   * Runs a job, and kills the process if there is no result in time or if it uses more memory than the job allows.
   * @throws ComputedTooLong; ExtractionError `out-of-time`, `too-much-memory`, or `unreadable` if the job crashes the
   *   process; EndedBeforeJob; another error if the process did not start
   */
  run(job: ExtractionJob, deadlineMs: number): Promise<ExtractionResult>;
  isAlive(): boolean;
  kill(): void;
};

/**
 * Minimum share of a job's time that a process computes if it is not waiting for the source. Decrypting and copying all
 * bytes that a job may read takes less. On a busy machine, it may get no more.
 */
const computingShare = 0.25;

/** A reader needs little heap. A small limit soon stops a malicious index that fills it. */
const maxHeapMebibytes = 256;

/**
 * Starts the child. It gets no environment, doesn't keep the parent process alive, and ends with it. If it
 * crashes, V8's message goes to the standard error of the parent.
 */
export function startProcess(childFile: URL | string): ExtractionProcess {
  const child = fork(childFile, {
    env: {},
    execArgv: [
      `--max-old-space-size=${maxHeapMebibytes}`,
      // With a small young generation, bytes already read are freed sooner: 100 MB less for a large clip.
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
  // A child in an endless loop would not notice that its parent has ended.
  process.once("exit", kill);

  let stage: "starting" | "ready" | "working" = "starting";
  const pid = child.pid ?? 0;
  /** When the process began its job, and the CPU time that it had used by then, in milliseconds. */
  let begun = { atMs: 0, cpuMs: 0 };
  const isComputing = () =>
    stage !== "starting" && cpuMsOf(pid) - begun.cpuMs > computingShare * (performance.now() - begun.atMs);
  let finish: ((outcome: unknown) => void) | undefined;
  const onExit = () => {
    alive = false;
    process.off("exit", kill);
    finish?.(ended[stage]());
  };
  child.once("exit", onExit).once("error", onExit);
  child.on("message", (message) => {
    if (message === "begun") {
      stage = "working";
      begun = { atMs: performance.now(), cpuMs: cpuMsOf(pid) };
    } else {
      stage = "ready";
      if (message !== "ready") finish?.(message);
    }
  });

  return {
    async run(job, deadlineMs) {
      const outcome = await new Promise((resolve) => {
        // The timer also keeps the parent process alive meanwhile.
        const timer = setTimeout(() => finish?.(isComputing() ? tooLong() : late()), deadlineMs);
        const unwatch = watchMemory(pid, job.maxRssBytes, () => finish?.(tooLarge()));
        finish = (outcome) => {
          clearTimeout(timer);
          unwatch();
          finish = undefined;
          resolve(outcome);
        };
        if (alive) child.send(job, () => {});
        else onExit();
      });
      if (outcome instanceof Error) {
        kill();
        throw outcome;
      }
      const result = ExtractionResult.parse(outcome);
      if (result.ok || result.reason !== "out-of-time" || !isComputing()) return result;
      kill();
      throw tooLong();
    },
    isAlive: () => alive && child.connected,
    kill,
  };
}

function late(): ExtractionError {
  return new ExtractionError("out-of-time", "The process was killed at its deadline.");
}

function tooLong(): ExtractionError {
  return new ComputedTooLong("The process was still computing at the end of its time.");
}

function tooLarge(): ExtractionError {
  return new ExtractionError("too-much-memory", "The process was killed because it used too much memory.");
}

/** The errors of a job whose process ends, by what the process was doing. */
const ended = {
  starting: () => new Error("The extraction process does not start. Its standard error says why."),
  ready: () => new EndedBeforeJob("The extraction process ended before it began the job."),
  working: () => new ExtractionError("unreadable", "The process crashed."),
};
