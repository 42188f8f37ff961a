import { copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";

const root = path.join(import.meta.dirname, "..");

// Some packages in the AWS SDK are CommonJS and call `require`, which ES modules do not have.
const banner = `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);`;

/** Bundles the handlers of functions: `functions/<name>/handler.ts` becomes `<outputFolder>/<name>/index.mjs`. */
export function bundleFunctions(names: readonly string[], outputFolder: string): void {
  rmSync(outputFolder, { recursive: true, force: true });
  bundle(
    names.map((name) => ({ in: `functions/${name}/handler.ts`, out: `${name}/index` })),
    outputFolder,
    // Bundles contain the AWS SDK, because otherwise a function would use the version in its runtime. The bundled SDK has
    // only the credential provider that Lambda needs, instead of the SDK's chain of providers.
    { "@aws-sdk/credential-provider-node": path.join(root, "shared/runtime/lambda-credentials.ts") },
  );
}

/** Copies files next to the bundle of a function and keeps their names. */
export function addFiles(name: string, files: readonly string[], outputFolder: string): void {
  for (const file of files) {
    copyFileSync(path.join(root, file), path.join(outputFolder, name, path.basename(file)));
  }
}

/** Bundles all entry points in one run of esbuild, which takes a second or two. */
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
    // Keeps stack traces readable.
    keepNames: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // The SDK's `main` files are CommonJS, from which esbuild cannot remove unused code.
    mainFields: ["module", "main"],
    banner: { js: banner },
    logLevel: "warning",
  });
}
