import { existsSync } from "node:fs";
import path from "node:path";

const besideTheRepository = path.join(import.meta.dirname, "../../../shared/data");

/** Folder of real data sets, which are not part of the repository: `TEST_DATA`, or `../shared/data`. */
const folder = path.resolve(process.env["TEST_DATA"] ?? besideTheRepository);

/**
 * Returns the path of a data set, or of a file or folder in it. If it is missing, returns `undefined` and prints a
 * sentence on the skipped tests.
 * @param name for example `camtrap-dp-example`
 */
export function testData(name: string): string | undefined {
  const place = path.join(folder, name);
  if (existsSync(place)) return place;
  // The benchmarks copy this sentence into a document, so it names no folder of this machine.
  console.log(`Skipped: ${name} is missing. Set TEST_DATA to the folder that contains it.`);
  return undefined;
}
