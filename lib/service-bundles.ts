import path from "node:path";
import { addPage, bundlePage } from "./app-bundle.ts";
import { addFiles, bundleFunctions } from "./bundles.ts";
import { endpoints } from "./endpoints.ts";
import { addExtraction, lambdaPlatform } from "./extraction-bundle.ts";
import { jobs } from "./jobs.ts";

/** The folders of all functions in `functions/` and among their bundles. */
export const bundledFunctions: readonly string[] = [
  ...endpoints.map(({ contract }) => contract.operationId),
  ...jobs.map(({ name }) => `jobs/${name}`),
];

/**
 * Bundles all functions, with the files that they read.
 * @param platform the platform whose native packages are bundled, such as `linux-x64`
 */
export function bundleService(outputFolder: string, platform: string = lambdaPlatform): void {
  bundleFunctions(bundledFunctions, outputFolder);
  const page = bundlePage();
  for (const { contract, files = [], cutsVideo, pageFiles } of endpoints) {
    const folder = path.join(outputFolder, contract.operationId);
    addFiles(contract.operationId, files, outputFolder);
    if (cutsVideo) addExtraction(folder, platform);
    if (pageFiles) addPage(page, pageFiles, folder);
  }
  for (const { name, cutsVideo } of jobs) {
    if (cutsVideo) addExtraction(path.join(outputFolder, "jobs", name), platform);
  }
}
