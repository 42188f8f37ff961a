import { parsePolicy } from "../../local/aws/iam.ts";
import type { Stack } from "../../local/template/load-stack.ts";

/** `<function> <action>` of every grant to a function, but those for its own log, which the platform uses. */
function grantsOf(stack: Stack): string[] {
  return stack.functions.flatMap(({ name, policyDocuments }) =>
    policyDocuments
      .flatMap(parsePolicy)
      .flatMap(({ actions }) => actions)
      .filter((action) => !action.startsWith("logs:"))
      .map((action) => `${name} ${action}`),
  );
}

export function unusedGrants(stack: Stack, used: ReadonlySet<string>): string[] {
  return grantsOf(stack).filter((grant) => !used.has(grant));
}
