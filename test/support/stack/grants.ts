import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parsePolicy } from "../../../local/aws/iam.ts";
import type { GrantUse } from "../../../local/aws/principals.ts";
import type { Stack } from "../../../local/template/load-stack.ts";

/** Returns `<function> <action>` for every grant, except grants for logs and dead letters, which the platform uses. */
function grantsOf(stack: Stack): string[] {
  return stack.functions.flatMap(({ name, policyDocuments }) =>
    policyDocuments
      .flatMap(parsePolicy)
      .flatMap(({ actions }) => actions)
      .filter((action) => !/^(logs|sqs):/.test(action))
      .map((action) => `${name} ${action}`),
  );
}

/** Returns the unused grants: all stacks of a test run write the grants that they use to the file. */
export function unusedGrants(stack: Stack, grantsFile: string): string[] {
  const used = new Set(existsSync(grantsFile) ? readFileSync(grantsFile, "utf8").split("\n") : []);
  return grantsOf(stack).filter((grant) => !used.has(grant));
}

/** Returns a function that appends each used grant to the file, once per stack. */
export function grantRecorder(grantsFile: string): (use: GrantUse) => void {
  const seen = new Set<string>();
  return ({ principal, action }) => {
    const grant = `${principal} ${action}`;
    if (seen.has(grant)) return;
    seen.add(grant);
    appendFileSync(grantsFile, `${grant}\n`);
  };
}
