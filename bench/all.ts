import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { type Benchmark, benchmarks } from "./support/benchmarks.ts";
import { machine } from "./support/machine.ts";
import { measuredCode } from "./support/measured-code.ts";
import { demoted } from "./support/print-table.ts";

/**
 * `npm run bench` runs every benchmark, one after the other, and writes all numbers to one page. It takes about 15
 * minutes on an otherwise idle machine. `-- --small` takes a few minutes and only shows that all benchmarks work.
 * `-- --save FILE` writes to another file. Exits with 1 when a benchmark failed, after the others have run.
 */
const { values } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    save: { type: "string", default: "docs/benchmarks.md" },
  },
});
const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = z.parse(Package, JSON.parse(readFileSync("package.json", "utf8")));
const code = measuredCode();
const today = () => new Date().toISOString().slice(0, 10);
const sections: string[] = [];
const failed: string[] = [];
for (const benchmark of benchmarks) {
  const args = values.small ? benchmark.smallArgs : benchmark.args;
  const command = ["npm run", benchmark.script, ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
  console.error(`\n${command}`);
  const { printed, exitCode } = await run(benchmark, args);
  if (exitCode !== 0) failed.push(benchmark.script);
  const outcome =
    exitCode === 0 ? [] : ["**Failed: a budget is exceeded, or the benchmark ended with an error.**"];
  sections.push(`## ${benchmark.title}`, `Measured on ${today()}: ${code}.`, ...outcome, demoted(printed));
}
const page = [
  "# Benchmarks",
  `\`npm run bench${values.small ? " -- --small" : ""}\` on ${today()}: ${machine()}.`,
  "Capacity units are computed by DynamoDB's rules. Times are measured on this machine with an embedded database: they compare one way of doing something with another and say nothing about AWS. Each benchmark states its amount of data; [benchmarks/](benchmarks/) has runs with other amounts.",
  ...sections,
];
writeFileSync(values.save, `${page.join("\n\n")}\n`);
console.error(`\nWrote ${values.save}.`);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}.`);
  process.exitCode = 1;
}

/** Shows the benchmark's progress and returns what it prints. Does not use npm, which prints its own report on failure. */
async function run(
  { script }: Benchmark,
  args: readonly string[],
): Promise<{ printed: string; exitCode: number }> {
  const [, file = ""] = z.parse(z.string(), scripts[script]).split(" ");
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const [exitCode] = await once(child, "close");
  return { printed: printed.trim(), exitCode: exitCode ?? 1 };
}
