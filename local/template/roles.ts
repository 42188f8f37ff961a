import * as z from "zod/mini";
import type { Resources } from "./resources.ts";

/** The policies of a role. */
export type RolePolicies = {
  /** Resolved policy documents, both inline and attached. */
  policyDocuments: readonly unknown[];
  /** Policies of AWS that are not in the template. The local stack does not know their content. */
  managedPolicyArns: readonly string[];
};

const Document = z.record(z.string(), z.unknown());
const RoleProperties = z.object({
  Policies: z._default(z.array(z.object({ PolicyDocument: Document })), []),
  ManagedPolicyArns: z._default(z.array(z.string()), []),
});
const PolicyProperties = z.object({ PolicyDocument: Document, Roles: z._default(z.array(z.string()), []) });

/** Returns the policies of each role, by the role's ARN. */
export function readRoles(resources: Resources): ReadonlyMap<string, RolePolicies> {
  const attached = resources
    .ofType("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")
    .map((logicalId) => resources.read(logicalId, PolicyProperties));
  return new Map(
    resources.ofType("AWS::IAM::Role").map((logicalId) => {
      const { Policies: inline, ManagedPolicyArns: managedPolicyArns } = resources.read(
        logicalId,
        RoleProperties,
      );
      const roleName = resources.ref(logicalId);
      const ofRole = attached.filter(({ Roles }) => Roles.includes(roleName));
      const policyDocuments = [...inline, ...ofRole].map(({ PolicyDocument }) => PolicyDocument);
      return [resources.arn(logicalId), { policyDocuments, managedPolicyArns }];
    }),
  );
}
