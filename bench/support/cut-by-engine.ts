import { readFileSync } from "node:fs";
import { extractor } from "../../shared/media/extractor.ts";
import { jobLimits } from "../../shared/media/fetch-limits.ts";
import {
  extractionChildren,
  tellsOfProcesses,
  waitUntilGone,
} from "../../test/support/video/extraction-children.ts";
import { type Cutter, firstNumber } from "./cut.ts";

/** Linux tells programs of ticks of this length, whatever its own are. */
const tickMs = 10;

/** Cuts by the service's own engine. Its process starts with the first cut, whose time has that start in it. */
export function engineCutter(childFile: string): { readonly cut: Cutter; close(): Promise<void> } {
  const engine = extractor({ childFile });
  return {
    cut(url, excerpt) {
      const limits = jobLimits[excerpt.kind];
      const job = { url, excerpt, limits, rules: { allowedOrigins: [new URL(url).origin] } };
      const cpuBeforeMs = childCpuMs();
      const startMs = performance.now();
      return engine.extract(job, limits.totalMs, async ({ file, stats }) => ({
        wallMs: performance.now() - startMs,
        cpuMs: childCpuMs() - cpuBeforeMs,
        readBytes: stats.bytes,
        number: firstNumber(file),
      }));
    },
    async close() {
      const children = tellsOfProcesses ? extractionChildren() : [];
      engine.close();
      await Promise.all(children.map(waitUntilGone));
    },
  };
}

/** What the process has used since its start. */
function childCpuMs(): number {
  if (!tellsOfProcesses) return Number.NaN;
  return extractionChildren().reduce((sum, id) => {
    // Fields 14 and 15 (proc_pid_stat(5)); the second one is a name in parentheses, which may hold spaces.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs;
  }, 0);
}
