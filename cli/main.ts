#!/usr/bin/env node
import { exportCommand } from "./export/export-command.ts";
import { exportUsage, readExportOptions } from "./export/options.ts";
import { Stop } from "./failure.ts";
import { importFolder } from "./import/import-folder.ts";
import { readOptions } from "./options.ts";
import { importPackage } from "./package/import-package.ts";
import { signInCommand } from "./sign-in/command.ts";
import { printable } from "./terminal/printable.ts";
import { openTerminal } from "./terminal/terminal.ts";
import { usage } from "./usage.ts";
import { version } from "./version.ts";

/** Advice after Ctrl+C. The command has nothing to save then, because the service keeps everything that was sent. */
let afterInterrupt = "Run the same command again to go on.";
const terminal = openTerminal(process.stdin, process.stdout, interrupted);
process.on("SIGINT", interrupted);
// The program that reads the output, such as `head`, has closed it.
process.stdout.on("error", () => process.exit(1));

try {
  process.exitCode = await run();
} catch (error) {
  // A message may have several lines. Other control characters come from elsewhere, such as names of files.
  const message = error instanceof Error ? error.message : String(error);
  console.error(message.split("\n").map(printable).join("\n"));
  process.exitCode = error instanceof Stop ? error.exitCode : 1;
}

async function run(): Promise<number> {
  const [name, ...rest] = process.argv.slice(2);
  if (name === "sign-in" || name === "sign-out") return signInCommand(name, rest);
  if (name === "export") return runExport(rest);
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") console.log(usage);
  else if (options === "version") console.log(version);
  else if ("file" in options) return importPackage(options, terminal);
  else return importFolder(options, terminal);
  return 0;
}

async function runExport(args: readonly string[]): Promise<number> {
  const options = readExportOptions(args, process.env);
  if (options === "help") console.log(exportUsage);
  else {
    await exportCommand(options, terminal, (sentence) => {
      afterInterrupt = sentence;
    });
  }
  return 0;
}

function interrupted(): void {
  terminal.status("");
  terminal.line(`\n${afterInterrupt}`);
  process.exit(130);
}
