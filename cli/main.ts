#!/usr/bin/env node
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { TimeZone } from "../shared/domain/time-zone.ts";
import { planImport } from "./scan/plan.ts";
import { planTable } from "./scan/plan-table.ts";
import { signInCommand } from "./sign-in/command.ts";

const usage = `Usage: wildlife import FOLDER --dry-run --camera NAME [--time-zone ZONE] [--mp4-clock utc|camera]

Shows which videos and pictures of a folder would be imported, and when they start.

  --camera     name of the camera that recorded all of them
  --time-zone  zone of its clock, such as Africa/Johannesburg, or +02:00 for a clock without summer time
  --mp4-clock  what the creation time of MP4 files is in: utc (default), or the local time of the camera`;

/** @returns the exit code: 0 if every file can be imported, 1 if some cannot, 2 if the command is wrong */
async function main(): Promise<number> {
  const [name, ...rest] = process.argv.slice(2);
  if (name === "sign-in" || name === "sign-out") return signInCommand(name, rest);
  const command = readCommand();
  if (typeof command === "string") {
    console.error(`${command}\n\n${usage}`);
    return 2;
  }
  const { folder, camera, timeZone, mp4Clock } = command;
  const plan = await planImport(folder, {
    camera: { id: 0, name: camera, timeZone },
    cameras: [],
    timeZone,
    mp4Clock,
  });
  console.log(planTable(plan));
  return plan.problems.length === 0 ? 0 : 1;
}

/** The command, or what is wrong with it. */
function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: {
      "dry-run": { type: "boolean" },
      camera: { type: "string" },
      "time-zone": { type: "string" },
      "mp4-clock": { type: "string" },
    },
  });
  const [command, folder] = positionals;
  const { camera, "time-zone": timeZone, "mp4-clock": mp4Clock = "utc" } = values;
  const unknown = Object.keys(values).find((name) => !usage.includes(`--${name}`));
  if (unknown) return `There is no option --${unknown}.`;
  if (command !== "import" || folder === undefined) return "The command is `import` and a folder.";
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `${folder} is no folder.`;
  if (!values["dry-run"]) return "--dry-run is required: this version cannot upload yet.";
  if (typeof camera !== "string" || camera === "") return "--camera is required.";
  const zone = z.optional(TimeZone).safeParse(timeZone);
  if (!zone.success)
    return "--time-zone must be a zone such as Africa/Johannesburg, or an offset such as +02:00.";
  if (mp4Clock !== "utc" && mp4Clock !== "camera") return "--mp4-clock must be utc or camera.";
  return { folder, camera, timeZone: zone.data, mp4Clock } as const;
}

process.exitCode = await main();
