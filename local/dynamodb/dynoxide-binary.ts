import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/**
 * Finds the dynoxide binary, first in the npm package for this platform, then on the PATH.
 *
 * @throws Error with a sentence that says what to install
 */
export function findDynoxide(searchPath = process.env.PATH ?? "", packageName = platformPackage): string {
  const inPackage = resolvePackage(packageName);
  const candidates = searchPath.split(delimiter).filter((folder) => folder !== "");
  const found = [...inPackage, ...candidates.map((folder) => join(folder, "dynoxide"))].find(existsSync);
  if (found) return found;
  throw new Error(
    `No embedded DynamoDB is installed for ${process.platform} ${process.arch}: put dynoxide (https://github.com/nubo-db/dynoxide) on the PATH, ` +
      "or set DYNAMODB_ENDPOINT to the address of a running DynamoDB Local.",
  );
}

const platformPackage = `@dynoxide/${process.platform}-${process.arch}`;

function resolvePackage(name: string): string[] {
  try {
    return [join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "dynoxide")];
  } catch {
    return [];
  }
}
