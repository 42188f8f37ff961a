import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const source = new URL("./sandbox-entry.ts", import.meta.url);

/**
 * Returns the main file of sandboxes as one JavaScript module, in a `data:` URL. Each thread that loads TypeScript
 * loads a parser of its own, which takes 8 MB.
 */
export function sandboxCode(): URL {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    write: false,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // Stack traces name the file, not the long URL.
    footer: { js: `//# sourceURL=${source.href}` },
    logLevel: "warning",
  });
  return new URL(`data:text/javascript,${encodeURIComponent(outputFiles.map(({ text }) => text).join(""))}`);
}
