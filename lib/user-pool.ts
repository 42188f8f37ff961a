import { CfnCondition, CfnOutput, CfnParameter, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnUserPool, CfnUserPoolClient, CfnUserPoolDomain } from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import { commandCallbacks } from "../shared/domain/person/command-callbacks.ts";

/**
 * A Cognito user pool, for groups without an issuer of their own. People make their account themselves and verify their
 * e-mail address. An account alone gives no access to the service. All resources exist only if `makesPool` holds.
 */
export class UserPool extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  readonly #client: CfnUserPoolClient;
  readonly #domain: CfnUserPoolDomain;

  constructor(scope: Construct, id: string, makesPool: CfnCondition) {
    super(scope, id);
    const pool = new CfnUserPool(this, "Pool", {
      // Refresh tokens rotate in this tier and above.
      userPoolTier: "ESSENTIALS",
      usernameAttributes: ["email"],
      usernameConfiguration: { caseSensitive: false },
      adminCreateUserConfig: { allowAdminCreateUserOnly: false },
      autoVerifiedAttributes: ["email"],
      // Otherwise, an account would have a new address before its owner has verified that address.
      userAttributeUpdateSettings: { attributesRequireVerificationBeforeUpdate: ["email"] },
      accountRecoverySetting: { recoveryMechanisms: [{ name: "verified_email", priority: 1 }] },
      policies: {
        passwordPolicy: {
          minimumLength: 8,
          requireLowercase: true,
          requireNumbers: true,
          requireSymbols: true,
          requireUppercase: true,
        },
      },
      mfaConfiguration: "OPTIONAL",
      enabledMfas: ["SOFTWARE_TOKEN_MFA"],
      deletionProtection: "ACTIVE",
    });
    pool.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.#client = new CfnUserPoolClient(this, "Client", {
      userPoolId: pool.ref,
      clientName: "wildlife-video-annotation",
      generateSecret: false,
      supportedIdentityProviders: ["COGNITO"],
      allowedOAuthFlowsUserPoolClient: true,
      allowedOAuthFlows: ["code"],
      allowedOAuthScopes: ["openid", "email", "profile"],
      // Cognito does not allow its default ALLOW_REFRESH_TOKEN_AUTH together with rotation.
      explicitAuthFlows: ["ALLOW_USER_SRP_AUTH"],
      preventUserExistenceErrors: "ENABLED",
      refreshTokenRotation: { feature: "ENABLED", retryGracePeriodSeconds: 10 },
      refreshTokenValidity: 12,
      tokenValidityUnits: { refreshToken: "hours" },
    });
    this.#domain = new CfnUserPoolDomain(this, "Domain", { userPoolId: pool.ref, domain: "" });
    for (const resource of [pool, this.#client, this.#domain]) resource.cfnOptions.condition = makesPool;
    const stack = Stack.of(this);
    // The value of the pool's attribute ProviderURL, which emulators lack.
    this.issuer = `https://cognito-idp.${stack.region}.${stack.urlSuffix}/${pool.ref}`;
    this.clientId = this.#client.ref;
    new CfnOutput(stack, "UserPoolId", {
      description: "The user pool in which people have their accounts.",
      value: pool.ref,
      condition: makesPool,
    });
  }

  /**
   * Lets people return to the page of this API, and to the same page at `AppUrl`. It takes the API's id instead of its
   * URL: the URL contains the stage, which depends on the functions, which depend on the client.
   */
  returnTo({ restApiId }: SpecRestApi): void {
    const stack = Stack.of(this);
    const appUrl = new CfnParameter(stack, "AppUrl", {
      type: "String",
      description:
        "https://<host> of a custom domain of the API, to which people may return after they signed in.",
      allowedPattern: "^(https://[^ /]+)?$",
      default: "",
    }).valueAsString;
    const namesApp = new CfnCondition(stack, "NamesAppUrl", {
      expression: Fn.conditionNot(Fn.conditionEquals(appUrl, "")),
    });
    const page = (base: string) => `${base}/api/v1/app`;
    this.#client.callbackUrLs = [
      page(`https://${restApiId}.execute-api.${stack.region}.${stack.urlSuffix}`),
      Fn.conditionIf(namesApp.logicalId, page(appUrl), Fn.ref("AWS::NoValue")).toString(),
      ...commandCallbacks,
    ];
    // A domain must be unique in its region, and so is the API's id.
    this.#domain.domain = `wildlife-${restApiId}`;
  }
}
