import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Excerpt } from "../../shared/media/cut/excerpt.ts";
import { type Cut, type Cutter, firstNumber } from "./cut.ts";

const run = promisify(execFile);

/** Runs a command, then prints the CPU times of the shell and of the command (POSIX, "times"). */
const timed = '"$@"; code=$?; times; exit $code';

/** ffmpeg's limits: seconds of CPU time, and microseconds without data from the server. */
const limits = ["-timelimit", "60", "-rw_timeout", "20000000"];

/** The version of `ffmpeg` on the PATH, or `undefined` when it is not installed. */
export async function ffmpegVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await run("ffmpeg", ["-version"]);
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

/** Cuts with the `ffmpeg` command into files in a folder. */
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

function argumentsFor(url: string, moment: Excerpt): string[] {
  // At this log level ffmpeg prints the number of bytes it read.
  const options = ["-nostdin", "-nostats", "-hide_banner", "-loglevel", "verbose", "-y"];
  const source = (fromMs: number) => ["-ss", String(fromMs / 1000), "-i", url];
  // The same JPEG quality as the engine's.
  if (moment.kind === "still")
    return [...options, ...limits, ...source(moment.atMs), "-frames:v", "1", "-q:v", "3"];
  const seconds = String((moment.endMs - moment.startMs) / 1000);
  return [...options, ...limits, ...source(moment.startMs), "-t", seconds, "-c", "copy"];
}

/** CPU time from the second line, such as `0m0.123s 0m0.045s` (user and system). */
function childrenMs(printed: string): number {
  const [, line = ""] = printed.trim().split("\n");
  let seconds = 0;
  for (const [, minutes, rest] of line.matchAll(/(\d+)m([\d.]+)s/g)) {
    seconds += Number(minutes) * 60 + Number(rest);
  }
  return seconds * 1000;
}

/** Sum over all connections. ffmpeg prints a line when it closes one. */
function bytesRead(log: string): number {
  return [...log.matchAll(/Statistics: (\d+) bytes read/g)].reduce(
    (sum, [, bytes]) => sum + Number(bytes),
    0,
  );
}
