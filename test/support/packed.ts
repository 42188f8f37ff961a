import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Path of the Node that is installed on the machine, which may be older than the project's Node. */
export const ownNode = ["/usr/local/bin/node", "/usr/bin/node"].find(existsSync) ?? process.execPath;

/** Packs a workspace of this project as its operator does, and unpacks it. Returns the folder of the package. */
export function packed(workspace: string, folder: string): string {
  execFileSync("npm", ["pack", "--pack-destination", folder], {
    cwd: path.resolve(workspace),
    stdio: "ignore",
  });
  const file = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", file], { cwd: folder });
  return path.join(folder, "package");
}
