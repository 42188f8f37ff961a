import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

const xvfb = "/usr/bin/Xvfb";
const pulseAudio = "/usr/bin/pulseaudio";

/** `true` if there is a screen, or a program that makes one in memory. */
export function canShow(): boolean {
  return Boolean(process.env["DISPLAY"]) || existsSync(xvfb);
}

/** `true` if there is a sound server, or a program that plays to nobody. */
export function canSound(): boolean {
  return Boolean(process.env["PULSE_SERVER"]) || existsSync(pulseAudio);
}

/**
 * Starts a screen and a sound server for browsers, unless the environment names some, and adds them to the environment.
 * @returns a function that ends them
 */
export async function startScreenAndSound(): Promise<() => void> {
  const started: ChildProcess[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), "sound-"));
  const end = () => {
    for (const child of started) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  if (!process.env["DISPLAY"] && existsSync(xvfb)) {
    const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1400x1200x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    started.push(screen);
    // It writes the number of its display to this file.
    const lines = createInterface({ input: screen.stdio[3] as Readable });
    const [number] = await once(lines, "line", { signal: AbortSignal.timeout(20_000) });
    process.env["DISPLAY"] = `:${number}`;
  }
  // Without a sound server, the clock of sound stands still in Firefox and WebKit.
  if (!process.env["PULSE_SERVER"] && existsSync(pulseAudio)) {
    const socket = path.join(folder, "socket");
    const options = [
      ...["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1"],
      ...["-L", "module-null-sink sink_name=nobody"],
      ...["-L", `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
    ];
    const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder };
    const server = spawn(pulseAudio, options, { stdio: "ignore", env });
    started.push(server);
    while (server.exitCode === null && !existsSync(socket)) await sleep(50);
    process.env["PULSE_SERVER"] = `unix:${socket}`;
  }
  return end;
}
