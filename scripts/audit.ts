import { spawnSync } from "node:child_process";
import { acceptedAdvisories } from "./accepted-advisories.ts";
import { judgeAudit } from "./judge-audit.ts";

/**
 * Asks the package registry for known vulnerabilities of the dependencies. Exits with 0 when nothing blocks a change,
 * with 1 for a finding of high or critical severity that is not accepted (see accepted-advisories.ts), and with 2 when
 * the registry offers no audit.
 */
const { stdout, error } = spawnSync("npm", ["audit", "--json"], {
  encoding: "utf8",
  timeout: 120_000,
  maxBuffer: 64 * 2 ** 20,
});
const result = judgeAudit(error ? "" : stdout, acceptedAdvisories, new Date().toISOString().slice(0, 10));
if (result.kind === "unavailable") {
  console.error(`The dependencies were NOT audited: ${error?.message ?? result.reason}`);
  console.error("Run npm run audit with a package registry that offers audits.");
  process.exitCode = 2;
} else {
  for (const note of result.notes) console.log(note);
  for (const line of result.blocking) console.error(line);
  if (result.blocking.length > 0) {
    console.error(
      "Update these packages, or accept each finding with a reason and a date in scripts/accepted-advisories.ts.",
    );
    process.exitCode = 1;
  } else
    console.log("All known vulnerabilities of high or critical severity are accepted, or there are none.");
}
