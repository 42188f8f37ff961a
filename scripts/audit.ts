import { spawnSync } from "node:child_process";
import { acceptedAdvisories } from "./accepted-advisories.ts";
import { judgeAudit } from "./judge-audit.ts";

/**
 * Asks the package registry for known faults of the dependencies. Ends with 0 when nothing stands in the way,
 * with 1 when something of high or critical severity does (see accepted-advisories.ts), and with 2 when there
 * was no audit: not every registry offers one.
 */
const { stdout, error } = spawnSync("npm", ["audit", "--json"], {
  encoding: "utf8",
  timeout: 120_000,
  maxBuffer: 64 * 2 ** 20,
});
const verdict = judgeAudit(error ? "" : stdout, acceptedAdvisories, new Date().toISOString().slice(0, 10));
if (verdict.kind === "unavailable") {
  console.error(`The dependencies were NOT audited: ${error?.message ?? verdict.reason}`);
  console.error("Run npm run audit where the package registry offers audits.");
  process.exitCode = 2;
} else {
  for (const note of verdict.notes) console.log(note);
  for (const line of verdict.stopping) console.error(line);
  if (verdict.stopping.length > 0) {
    console.error("Update them, or accept each with a reason and a date in scripts/accepted-advisories.ts.");
    process.exitCode = 1;
  } else console.log("The dependencies have no known fault of high severity that is not accepted.");
}
