import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export const stackName = "WildlifeAnnotation";

/** Platform of this machine, such as `linux-x64` (the platform of Lambda). */
const thisPlatform = `${process.platform}-${process.arch}`;

/**
 * Bundles the functions and writes the cloud assembly, as `cdk synth` does but without the CLI. Reuses bundles whose
 * code has not changed since an earlier run.
 * @param platform the platform whose native packages are bundled
 * @throws Error with the output of the CDK app when it fails
 */
export async function synthesise(outDir: string, platform = thisPlatform): Promise<void> {
  const context = { "aws:cdk:disable-asset-staging": true, platform, reuseBundles: true };
  const app = spawn(process.execPath, ["bin/app.ts"], {
    cwd: path.join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      CDK_OUTDIR: outDir,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      // Validation takes longer than the synthesis. `npm run synth` and a test check the template.
      CDK_VALIDATION: "false",
      // Turns off esbuild's garbage collection, which takes a third of the time and saves only 150 of 1,300 MB.
      GOGC: process.env["GOGC"] ?? "off",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [app.stdout, app.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = await once(app, "close");
  if (code !== 0) throw new Error(`The CDK app failed:\n${output.trim()}`);
}
