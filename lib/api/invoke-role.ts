import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";

/**
 * Maximum number of functions in a policy. The ARN of a function has at most 123 characters, so 45 of them fit into the
 * 6,144 characters of a managed policy. Inline policies may have 10,240 characters together. A role may have ten
 * managed policies (IAM User Guide, "IAM and AWS STS quotas").
 */
const functionsPerPolicy = 45;

/** The role with which API Gateway calls functions: exactly those that were passed to `mayInvoke`. */
export class InvokeRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.role = new Role(this, "Role", { assumedBy: new ServicePrincipal("apigateway.amazonaws.com") });
  }

  /** Returns the policies. Wait for them, because the role exists before its policies do. */
  mayInvoke(functions: readonly IFunction[]): readonly ManagedPolicy[] {
    const policies = Math.ceil(functions.length / functionsPerPolicy);
    return Array.from({ length: policies }, (_, i) => {
      const some = functions.slice(i * functionsPerPolicy, (i + 1) * functionsPerPolicy);
      return new ManagedPolicy(this, `Policy${i + 1}`, {
        description: "Lets API Gateway call the functions of the endpoints.",
        // The policies refer to the role. If the role referred to them, it would depend on the functions, which depend
        // on the API (see `Api`).
        roles: [this.role],
        statements: [
          new PolicyStatement({
            actions: ["lambda:InvokeFunction"],
            resources: some.map(({ functionArn }) => functionArn),
          }),
        ],
      });
    });
  }
}
