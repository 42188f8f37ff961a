import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parsePolicy } from "../../../local/aws/iam.ts";
import type { GrantUse } from "../../../local/aws/principals.ts";
import type { Stack } from "../../../local/template/load-stack.ts";

/** `<function> <action>` of every grant to a function, but those for its log and its dead letters, which the platform uses. */
function grantsOf(stack: Stack): string[] {
  return stack.functions.flatMap(({ name, policyDocuments }) =>
    policyDocuments
      .flatMap(parsePolicy)
      .flatMap(({ actions }) => actions)
      .filter((action) => !/^(logs|sqs):/.test(action))
      .map((action) => `${name} ${action}`),
  );
}

/** Every grant that no line of the file names, which every stack of the suite has written to. */
export function unusedGrants(stack: Stack, grantsFile: string): string[] {
  const used = new Set(existsSync(grantsFile) ? readFileSync(grantsFile, "utf8").split("\n") : []);
  return grantsOf(stack).filter((grant) => !used.has(grant));
}

/** Writes each grant that a stack sees used to the file, once. */
export function grantRecorder(grantsFile: string): (use: GrantUse) => void {
  const seen = new Set<string>();
  return ({ principal, action }) => {
    const grant = `${principal} ${action}`;
    if (seen.has(grant)) return;
    seen.add(grant);
    appendFileSync(grantsFile, `${grant}\n`);
  };
}
