import { execFileSync } from "node:child_process";

const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

/** The code that a benchmark measures, such as "commit 4ed7e7aa" or "commit 4ed7e7aa with changes". Needs a clone. */
export function measuredCode(): string {
  const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
  return `commit ${git("rev-parse", "--short=8", "HEAD")}${changed ? " with changes" : ""}`;
}
