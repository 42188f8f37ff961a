import { readFileSync } from "node:fs";
import { extractor } from "../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../shared/media/fetch/limits.ts";
import { maxRssBytes } from "../../test/support/video/engine.ts";
import {
  extractionChildren,
  tellsOfProcesses,
  waitUntilGone,
} from "../../test/support/video/extraction-children.ts";
import { type Cutter, firstNumber } from "./cut.ts";

/** Length of the clock ticks in which Linux reports CPU time to programs, whatever its internal ticks are. */
const tickMs = 10;

/** Cuts with the service's media engine. The first cut starts the engine's process, and its time includes the start. */
export function engineCutter(childFile: string): { readonly cut: Cutter; close(): Promise<void> } {
  const engine = extractor({ childFile, maxRssBytes });
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

/** CPU time that the engine's process has used since its start. */
function childCpuMs(): number {
  if (!tellsOfProcesses) return Number.NaN;
  return extractionChildren().reduce((sum, id) => {
    // Fields 14 and 15 (proc_pid_stat(5)). Field 2 is a name in parentheses, which may contain spaces.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs;
  }, 0);
}
