import { randomBytes } from "node:crypto";
import { decide, type PolicyStatement } from "./iam.ts";

/** Somebody who signs requests: one function of the stack, or the stack itself. */
export type Principal = {
  /** For a function, its name. */
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  statements: readonly PolicyStatement[];
};

export type GrantUse = { principal: string; action: string; resource: string };

export type Principals = {
  /** New random credentials for a name with these rights. They live as long as this process. */
  issue: (name: string, statements: readonly PolicyStatement[]) => Principal;
  byAccessKeyId: (accessKeyId: string) => Principal | undefined;
  /** The refusal in AWS's words, or undefined when the principal may do it. */
  refusal: (
    principal: Principal,
    action: string,
    resource: string,
    leadingKey?: string,
  ) => string | undefined;
};

/** The rights of the stack itself, which creates tables and seeds data. */
export const EVERYTHING: readonly PolicyStatement[] = [{ effect: "Allow", actions: ["*"], resources: ["*"] }];

/** Who may sign requests to the local services, and what each may do. Every allowed call is reported. */
export function createPrincipals(onGrantUsed: (use: GrantUse) => void = () => {}): Principals {
  const known = new Map<string, Principal>();
  return {
    issue(name, statements) {
      const principal = {
        name,
        // The shape of AWS's ids, with a prefix that no real key has. Letters and digits only:
        // DynamoDB Local refuses anything else.
        accessKeyId: `LOCAL${randomBytes(8).toString("hex").toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString("base64url"),
        statements,
      };
      known.set(principal.accessKeyId, principal);
      return principal;
    },
    byAccessKeyId: (accessKeyId) => known.get(accessKeyId),
    refusal(principal, action, resource, leadingKey) {
      const decision = decide(principal.statements, action, resource, leadingKey);
      if (decision === "allowed") {
        onGrantUsed({ principal: principal.name, action, resource });
        return undefined;
      }
      const reason =
        decision === "denied"
          ? "with an explicit deny in an identity-based policy"
          : `because no identity-based policy allows the ${action} action`;
      const user = `arn:aws:sts::000000000000:assumed-role/${principal.name}/local`;
      return `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
    },
  };
}
