import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Construct } from "constructs";
import { bundle } from "./bundles.ts";

const root = path.join(import.meta.dirname, "..");

/** The media engine's native part, for the runtime that functions have. */
const lambdaPlatform = "linux-x64";

/**
 * Adds to a function's bundle what cuts stills and clips: the child process, and the engine's native package,
 * which no bundle can hold. The local stack has it for its own platform, by the context value `platform`.
 * @throws Error that says what to install when the package for Lambda is not there
 */
export function addExtraction(scope: Construct, folder: string): void {
  bundle([{ in: "shared/media/extraction-child.ts", out: "extraction-child" }], folder);
  const platform: unknown = scope.node.tryGetContext("platform") ?? lambdaPlatform;
  const name = `@seydx/node-av-${platform}`;
  const installed = path.join(root, "node_modules", name);
  if (!existsSync(installed)) {
    if (platform !== lambdaPlatform) return;
    throw new Error(
      `${name} is not installed: npm install --no-save --os=linux --cpu=x64 --ignore-scripts ${name}`,
    );
  }
  const link = path.join(folder, "node_modules", name);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(installed, link);
}
