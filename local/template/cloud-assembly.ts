import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";

/** CDK's output for one stack: the unresolved template, and the folder of each asset. */
export type CloudAssembly = {
  stackName: string;
  template: z.output<typeof Template>;
  /** Absolute path of each asset's folder, by the object key to which a deployment uploads the asset. */
  assetFolders: ReadonlyMap<string, string>;
};

/**
 * Reads `<outDir>/<stackName>.template.json` and `.assets.json` (the cloud assembly schema of CDK).
 *
 * @throws Error with a sentence on how to create a missing file, or on the fault in an invalid file
 */
export function readCloudAssembly(outDir: string, stackName: string): CloudAssembly {
  const template = readJson(join(outDir, `${stackName}.template.json`), Template);
  const assets = readJson(join(outDir, `${stackName}.assets.json`), Assets);
  const assetFolders = new Map<string, string>();
  for (const { source, destinations } of Object.values(assets.files)) {
    if (source.path === undefined) continue;
    for (const { objectKey } of Object.values(destinations)) {
      assetFolders.set(objectKey, resolve(outDir, source.path));
    }
  }
  return { stackName, template, assetFolders };
}

const Resource = z.object({
  Type: z.string(),
  Condition: z.optional(z.string()),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});
const Template = z.object({
  Parameters: z._default(z.record(z.string(), z.unknown()), {}),
  Conditions: z._default(z.record(z.string(), z.unknown()), {}),
  Resources: z.record(z.string(), Resource),
});
const Assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.optional(z.string()) }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

function readJson<T>(file: string, schema: z.ZodMiniType<T>): T {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} is missing: synthesise the CDK app first (npm run synth).`, {
      cause: error,
    });
  }
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`${file} does not have the expected form:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
