import { watch } from "node:fs";
import path from "node:path";
import type { RunningService } from "./stack.ts";
import { stackName, synthesise } from "./synthesise.ts";
import { loadStack } from "./template/load-stack.ts";

/** An editor saves in several steps; this long after the last one the files are whole. */
const settleMs = 150;

/**
 * Rebuilds on every change below functions/ and shared/ and gives each function whose bundle changed its new
 * code: the next request runs it. A change of lib/ changes the template, which needs a restart.
 * @param assemblyFor a fresh folder for the n-th rebuild
 */
export function watchFunctions(
  service: RunningService,
  assemblyFor: (n: number) => string,
  print: (line: string) => void,
): void {
  const codeKeys = new Map(service.stack.functions.map(({ name, codeKey }) => [name, codeKey]));
  let rebuilds = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const rebuild = async (): Promise<void> => {
    const assembly = assemblyFor(++rebuilds);
    try {
      await synthesise(assembly);
      const { functions } = loadStack(assembly, stackName, service.parameters);
      const changed = functions.filter(({ name, codeKey }) => codeKey !== codeKeys.get(name));
      for (const { name, codeDir, codeKey } of changed) {
        codeKeys.set(name, codeKey);
        service.lambda.reload(name, codeDir);
      }
      print(`rebuilt: ${changed.length} function(s) changed`);
    } catch (error) {
      print(`not rebuilt, the old code stays: ${error instanceof Error ? error.message : error}`);
    }
  };

  for (const folder of ["functions", "shared"]) {
    watch(path.join(import.meta.dirname, "..", folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(rebuild);
      }, settleMs);
    });
  }
}
