import { CfnCondition, CfnParameter, CfnRule, Fn, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { Construct } from "constructs";
import { UserPool } from "./user-pool.ts";

/**
 * The service that signs people in: an issuer of the operator, or a user pool of the stack itself (docs/sign-in.md).
 */
export class SignIn extends Construct {
  readonly issuer: string;
  readonly audience: string;
  /** The client that pages and programs sign in as. */
  readonly clientId: string;
  readonly scope: string;
  readonly #pool: UserPool;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const stack = Stack.of(this);
    const parameter = (name: string, description: string, allowedPattern: string, value = "") =>
      new CfnParameter(stack, name, { type: "String", description, allowedPattern, default: value })
        .valueAsString;
    const signIn = new CfnParameter(stack, "SignIn", {
      type: "String",
      description:
        "The service that signs people in. issuer: the one in OidcIssuer. cognito: a user pool that this stack makes.",
      allowedValues: ["issuer", "cognito"],
      default: "issuer",
    }).valueAsString;
    const issuer = parameter(
      "OidcIssuer",
      "URL of the OpenID Connect issuer whose tokens are accepted. Required, unless SignIn is cognito.",
      "^(https?://[^ ]+)?$",
    );
    const audience = parameter(
      "OidcAudience",
      "The audience (aud) that tokens must name. Required, unless SignIn is cognito.",
      "^[^ ]*$",
    );
    const clientId = parameter(
      "OidcClientId",
      "The client that pages and programs sign in as. Empty: the same as OidcAudience.",
      "^[^ ]*$",
    );
    this.scope = parameter(
      "OidcScope",
      "The scopes that pages and programs request. Some issuers need offline_access for refresh tokens.",
      "^openid( [^ ]+)*$",
      "openid email profile",
    );
    new CfnRule(stack, "NamesIssuer", {
      ruleCondition: Fn.conditionEquals(signIn, "issuer"),
      assertions: [issuer, audience].map((value) => ({
        assert: Fn.conditionNot(Fn.conditionEquals(value, "")),
        assertDescription: "OidcIssuer and OidcAudience are required, unless SignIn is cognito.",
      })),
    });
    const makesPool = new CfnCondition(stack, "MakesUserPool", {
      expression: Fn.conditionEquals(signIn, "cognito"),
    });
    const namesClient = new CfnCondition(stack, "NamesClient", {
      expression: Fn.conditionNot(Fn.conditionEquals(clientId, "")),
    });
    const either = (ofPool: string, otherwise: string) =>
      Fn.conditionIf(makesPool.logicalId, ofPool, otherwise).toString();
    this.#pool = new UserPool(this, "UserPool", makesPool);
    this.issuer = either(this.#pool.issuer, issuer);
    this.audience = either(this.#pool.clientId, audience);
    this.clientId = either(
      this.#pool.clientId,
      Fn.conditionIf(namesClient.logicalId, clientId, audience).toString(),
    );
  }

  /** Lets people return to the page of this API after they signed in. */
  returnTo(api: SpecRestApi): void {
    this.#pool.returnTo(api);
  }
}
