import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildSync, type OutputFile } from "esbuild";

const root = path.join(import.meta.dirname, "..");
const icon = "web/style/icon.svg";

/** The page's HTML, and its scripts and styles. */
export type Page = { readonly html: string; readonly assets: readonly OutputFile[] };

/**
 * Bundles the page. The names of its scripts and styles contain a hash of their content, so that browsers may cache
 * them forever.
 */
export function bundlePage(): Page {
  const { metafile, outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: { main: "web/main.tsx", style: "web/style/main.css" },
    outdir: path.join(root, "app"),
    write: false,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    // A browser loads the code of a screen when the screen is opened.
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    minify: true,
    tsconfig: path.join(root, "web/tsconfig.json"),
    metafile: true,
    logLevel: "warning",
  });
  const built = (entry: string): string => {
    const [file] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry) ?? [];
    if (file === undefined) throw new Error(`esbuild made no file of ${entry}.`);
    return file;
  };
  const scripts = scriptsOf(built("web/main.tsx"), metafile.outputs);
  // Links are relative to the page, because a custom domain or an emulator may serve it below another path.
  const links = [
    `<link rel="icon" href="app/${path.basename(icon)}">`,
    `<link rel="stylesheet" href="${built("web/style/main.css")}">`,
    ...scripts.slice(1).map((script) => `<link rel="modulepreload" href="${script}">`),
    `<script type="module" src="${scripts[0]}"></script>`,
  ];
  const html = readFileSync(path.join(root, "web/index.html"), "utf8");
  return { html: html.replace("<!-- links -->", links.join("\n")), assets: outputFiles };
}

/** Writes a part of the page next to the bundle of a function. */
export function addPage({ html, assets }: Page, part: "html" | "assets", folder: string): void {
  if (part === "html") {
    writeFileSync(path.join(folder, "index.html"), html);
    return;
  }
  const assetFolder = path.join(folder, "app");
  mkdirSync(assetFolder);
  for (const { path: file, contents } of assets) {
    writeFileSync(path.join(assetFolder, path.basename(file)), contents);
  }
  copyFileSync(path.join(root, icon), path.join(assetFolder, path.basename(icon)));
}

type Outputs = { readonly [file: string]: { readonly imports: readonly { path: string; kind: string }[] } };

/** Returns a script and all scripts that it imports, so that the browser requests them at once. */
function scriptsOf(entry: string, outputs: Outputs): readonly string[] {
  const found = new Set([entry]);
  for (const file of found) {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement") found.add(imported);
    }
  }
  return [...found];
}
