import { randomBytes } from "node:crypto";
import { decide, type PolicyStatement } from "./iam.ts";

/** A signer of requests: one function of the stack, or the stack itself. */
export type Principal = {
  /** Name of the function, or of the stack. */
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  statements: readonly PolicyStatement[];
};

export type GrantUse = { principal: string; action: string; resource: string };

/** The permissions of the stack itself, which creates tables and seeds data. */
export const EVERYTHING: readonly PolicyStatement[] = [{ effect: "Allow", actions: ["*"], resources: ["*"] }];

/**
 * Keeps the signers of requests to the local services, with their permissions.
 * @param onGrantUsed called for every allowed call
 */
export function createPrincipals(onGrantUsed: (use: GrantUse) => void = () => {}) {
  const known = new Map<string, Principal>();
  return {
    /** Creates random credentials with these permissions. The credentials are valid until this process ends. */
    issue(name: string, statements: readonly PolicyStatement[]): Principal {
      const principal = {
        name,
        // Has the form of AWS's ids, with a prefix that no real key has. DynamoDB Local accepts only letters and
        // digits.
        accessKeyId: `LOCAL${randomBytes(8).toString("hex").toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString("base64url"),
        statements,
      };
      known.set(principal.accessKeyId, principal);
      return principal;
    },
    byAccessKeyId: (accessKeyId: string): Principal | undefined => known.get(accessKeyId),
    /** Returns AWS's error message if the principal may not do this, and undefined if it may. */
    denial(principal: Principal, action: string, resource: string, leadingKey?: string): string | undefined {
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

export type Principals = ReturnType<typeof createPrincipals>;
