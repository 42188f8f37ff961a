import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Excerpt } from "../../shared/media/excerpt.ts";
import { type Cut, type Cutter, firstNumber } from "./cut.ts";

const run = promisify(execFile);

/** Runs a command; at last prints the CPU time of the shell, and of what it ran (POSIX, "times"). */
const timed = '"$@"; code=$?; times; exit $code';

/** It gives up after so many seconds of CPU time, and so many microseconds of silence. */
const bounds = ["-timelimit", "60", "-rw_timeout", "20000000"];

/** The version of the `ffmpeg` on the PATH, if there is one. */
export async function ffmpegVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await run("ffmpeg", ["-version"]);
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

/** Cuts by ffmpeg's command line into files of a folder. */
export function ffmpegCutter(folder: string): Cutter {
  return async (url, excerpt) => {
    const file = path.join(folder, excerpt.kind === "still" ? "cut.jpeg" : "cut.mp4");
    const startMs = performance.now();
    const { stdout, stderr } = await run(
      "sh",
      ["-c", timed, "sh", "ffmpeg", ...argumentsFor(url, excerpt), file],
      { maxBuffer: 2 ** 26 },
    ).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
    const wallMs = performance.now() - startMs;
    const cut: Cut = {
      wallMs,
      cpuMs: childrenMs(stdout),
      readBytes: bytesRead(stderr),
      number: firstNumber(file),
    };
    rmSync(file, { force: true });
    return cut;
  };
}

function argumentsFor(url: string, excerpt: Excerpt): string[] {
  // At this level it tells how many bytes it has read.
  const options = ["-nostdin", "-nostats", "-hide_banner", "-loglevel", "verbose", "-y"];
  const source = (fromMs: number) => ["-ss", String(fromMs / 1000), "-i", url];
  // The quality is the engine's own.
  if (excerpt.kind === "still")
    return [...options, ...bounds, ...source(excerpt.atMs), "-frames:v", "1", "-q:v", "3"];
  const seconds = String((excerpt.endMs - excerpt.startMs) / 1000);
  return [...options, ...bounds, ...source(excerpt.startMs), "-t", seconds, "-c", "copy"];
}

/** The second line, such as `0m0.123s 0m0.045s`: user and system. */
function childrenMs(printed: string): number {
  const [, line = ""] = printed.trim().split("\n");
  let seconds = 0;
  for (const [, minutes, rest] of line.matchAll(/(\d+)m([\d.]+)s/g)) {
    seconds += Number(minutes) * 60 + Number(rest);
  }
  return seconds * 1000;
}

/** The sum over its connections, each of which says so when it is closed. */
function bytesRead(log: string): number {
  return [...log.matchAll(/Statistics: (\d+) bytes read/g)].reduce(
    (sum, [, bytes]) => sum + Number(bytes),
    0,
  );
}
