import { copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";

const root = path.join(import.meta.dirname, "..");

// Some packages inside the AWS SDK are CommonJS and call require, which an ES module has not by itself.
const banner = `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);`;

/**
 * Bundles the handler of every function, so that each folder `functions/<name>` becomes
 * `<outputFolder>/<name>/index.mjs`.
 */
export function bundleFunctions(names: readonly string[], outputFolder: string): void {
  rmSync(outputFolder, { recursive: true, force: true });
  bundle(
    names.map((name) => ({ in: `functions/${name}/handler.ts`, out: `${name}/index` })),
    outputFolder,
    // Bundles keep the AWS SDK (left out, it would be whatever version the runtime has) but not its credential
    // chain, of which Lambda needs one link.
    { "@aws-sdk/credential-provider-node": path.join(root, "shared/runtime/lambda-credentials.ts") },
  );
}

/** Puts files beside the bundle of a function, under their own names. */
export function addFiles(name: string, files: readonly string[], outputFolder: string): void {
  for (const file of files) {
    copyFileSync(path.join(root, file), path.join(outputFolder, name, path.basename(file)));
  }
}

/** Bundles entry points by one esbuild run: all of them together take a second or two. */
export function bundle(
  entryPoints: { in: string; out: string }[],
  outputFolder: string,
  alias: Record<string, string> = {},
): void {
  buildSync({
    absWorkingDir: root,
    entryPoints,
    outdir: outputFolder,
    alias,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    // The operator's stack traces stay readable.
    keepNames: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // The SDK's main files are CommonJS, which esbuild cannot shake.
    mainFields: ["module", "main"],
    banner: { js: banner },
    logLevel: "warning",
  });
}
