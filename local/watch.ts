import { watch } from "node:fs";
import path from "node:path";
import type { RunningService } from "./stack.ts";
import { stackName, synthesise } from "./synthesise.ts";
import { loadStack } from "./template/load-stack.ts";

/** Time without a change before a rebuild starts. Editors save a file in several steps. */
const debounceMs = 150;

/**
 * Rebuilds when the code of the functions or of the page changes. A function whose bundle has changed uses the new code
 * from the next request on. A change in lib/ changes the template and needs a restart.
 * @param assemblyFor returns a new folder for the n-th rebuild
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
      print(`Rebuilt: ${changed.length} function(s) changed.`);
    } catch (error) {
      print(`Not rebuilt, the old code still runs: ${error instanceof Error ? error.message : error}`);
    }
  };

  for (const folder of ["functions", "shared", "client", "web"]) {
    watch(path.join(import.meta.dirname, "..", folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(rebuild);
      }, debounceMs);
    });
  }
}
