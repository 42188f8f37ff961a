/** Bundles the command into one file, with the licences of the packages in it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ["main.ts"],
  outfile: path.join(dist, "wildlife.mjs"),
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  // The oldest Node that package.json allows.
  target: "node20.19",
  // Packages in CommonJS call `require`, which ES modules do not have.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  metafile: true,
});

const packages = new Set(
  Object.keys(metafile.inputs).flatMap(
    (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  ),
);
const texts = [...packages].toSorted().map((at) => licenceOf(path.join(folder, at)));
writeFileSync(path.join(dist, "THIRD-PARTY.txt"), texts.join(`\n\n${"-".repeat(80)}\n\n`));

function licenceOf(at: string): string {
  const { name, version } = JSON.parse(readFileSync(path.join(at, "package.json"), "utf8"));
  const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${readFileSync(path.join(at, file), "utf8").trim()}\n`;
}
