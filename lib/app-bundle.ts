import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";

const root = path.join(import.meta.dirname, "..");

/**
 * Bundles the page: `index.html` into one folder, its scripts and styles into another. Their names contain a hash of
 * their content, so that browsers may keep them.
 */
export function bundleApp(pageFolder: string, assetFolder: string): void {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { main: "web/main.tsx", style: "web/style/main.css" },
    outdir: assetFolder,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    // Each screen is loaded when it is opened.
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    minify: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    // Comments of licences stay in the files that people load.
    legalComments: "inline",
    metafile: true,
    logLevel: "warning",
  });
  const built = (entry: string) => {
    const [file] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry) ?? [];
    if (file === undefined) throw new Error(`esbuild made no file of ${entry}.`);
    // Relative to the page, which may be below another path: of a custom domain or of an emulator.
    return `app/${path.basename(file)}`;
  };
  const assets = [
    `<link rel="stylesheet" href="${built("web/style/main.css")}">`,
    `<script type="module" src="${built("web/main.tsx")}"></script>`,
  ];
  const html = readFileSync(path.join(root, "web/index.html"), "utf8");
  writeFileSync(path.join(pageFolder, "index.html"), html.replace("<!-- assets -->", assets.join("\n")));
}
