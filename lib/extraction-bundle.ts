import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { bundle } from "./bundles.ts";

const root = path.join(import.meta.dirname, "..");

/** The platform of the media engine's native package on Lambda. */
export const lambdaPlatform = "linux-x64";

/**
 * Adds the media engine to a function's bundle: the child process that cuts stills and clips, and the native package,
 * which esbuild cannot bundle.
 * @throws Error when the package for Lambda is not installed; it says how to install it
 */
export function addExtraction(folder: string, platform: string): void {
  bundle([{ in: "shared/media/cut/extraction-child.ts", out: "extraction-child" }], folder);
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
