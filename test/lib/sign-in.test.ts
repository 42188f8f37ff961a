import { afterAll, describe, expect, test } from "vitest";
import { loadStack } from "../../local/template/load-stack.ts";
import { type Resource, synthesised } from "./synthesised.ts";

const { outdir, template, resources, ofType, remove } = synthesised();
afterAll(remove);

const given = { OidcIssuer: "https://issuer.example", OidcAudience: "an-audience" };
const environments = (parameters: Record<string, string>) =>
  loadStack(outdir, "WildlifeAnnotation", { ...given, ...parameters }).functions.map(
    ({ environment }) => environment,
  );
const settings = (parameters: Record<string, string> = {}) =>
  environments(parameters).find((environment) => "OIDC_CLIENT_ID" in environment);
const isOfPool = ([, { Type }]: [string, Resource]) => Type.startsWith("AWS::Cognito::");
const poolIds = Object.entries(resources)
  .filter(isOfPool)
  .map(([id]) => id);

/** Returns a value as CloudFormation resolves it with or without the user pool. */
function chosen(value: unknown, makesPool: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => chosen(each, makesPool));
  if (typeof value !== "object" || value === null) return value;
  const choice = (value as { "Fn::If"?: unknown[] })["Fn::If"];
  if (choice?.[0] === "MakesUserPool") return chosen(choice[makesPool ? 1 : 2], makesPool);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, chosen(inner, makesPool)]));
}

/** Returns the paths of the parts in which two values differ. */
function differences(a: unknown, b: unknown, at = ""): string[] {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b ? [] : [at];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) =>
    differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${at}/${key}`),
  );
}

describe("SignIn=issuer", () => {
  test("creates no user pool and no reference to one", () => {
    const { Conditions } = template.toJSON();
    expect(Conditions["MakesUserPool"]).toEqual({ "Fn::Equals": [{ Ref: "SignIn" }, "cognito"] });
    expect(template.toJSON()["Parameters"]["SignIn"]["Default"]).toBe("issuer");
    for (const id of poolIds) expect(resources[id], id).toMatchObject({ Condition: "MakesUserPool" });
    const others = Object.fromEntries(Object.entries(resources).filter((entry) => !isOfPool(entry)));
    const text = JSON.stringify(chosen(others, false));
    expect(poolIds).toHaveLength(3);
    for (const id of poolIds) expect(text).not.toContain(id);
  });

  test("gives every function that checks tokens the issuer and the audience from the parameters", () => {
    const withIssuer = environments({}).filter((environment) => "OIDC_AUDIENCE" in environment);
    expect(withIssuer.length).toBeGreaterThan(40);
    for (const { OIDC_ISSUER, OIDC_AUDIENCE } of withIssuer) {
      expect({ OIDC_ISSUER, OIDC_AUDIENCE }).toEqual({
        OIDC_ISSUER: given.OidcIssuer,
        OIDC_AUDIENCE: given.OidcAudience,
      });
    }
  });

  test("uses the audience as the client id, unless a parameter names another client", () => {
    expect(settings()).toMatchObject({
      OIDC_ISSUER: given.OidcIssuer,
      OIDC_CLIENT_ID: given.OidcAudience,
      OIDC_SCOPE: "openid email profile",
    });
    expect(settings({ OidcClientId: "a-page", OidcScope: "openid email offline_access" })).toMatchObject({
      OIDC_CLIENT_ID: "a-page",
      OIDC_SCOPE: "openid email offline_access",
    });
  });

  test("requires an issuer and an audience", () => {
    const { NamesIssuer } = template.toJSON()["Rules"];
    expect(NamesIssuer.RuleCondition).toEqual({ "Fn::Equals": [{ Ref: "SignIn" }, "issuer"] });
    expect(NamesIssuer.Assertions.map(({ Assert }: { Assert: unknown }) => Assert)).toEqual([
      { "Fn::Not": [{ "Fn::Equals": [{ Ref: "OidcIssuer" }, ""] }] },
      { "Fn::Not": [{ "Fn::Equals": [{ Ref: "OidcAudience" }, ""] }] },
    ]);
  });

  test.each([
    ["OidcIssuer", "issuer.example"],
    ["OidcScope", "email"],
    ["SignIn", "google"],
    ["AppUrl", "https://wildlife.example/"],
    ["AppUrl", "http://wildlife.example"],
  ])("rejects the parameter %s=%s", (name, value) => {
    expect(() => environments({ [name]: value })).toThrow(`Parameter ${name} must`);
  });
});

describe("SignIn=cognito", () => {
  const [[poolId, pool] = ["", undefined]] = ofType("AWS::Cognito::UserPool");
  const [[clientId, client] = ["", undefined]] = ofType("AWS::Cognito::UserPoolClient");
  const [apiId] = ofType("AWS::ApiGateway::RestApi")[0] ?? [];

  test("differs from SignIn=issuer only in the issuer, the audience and the client id of functions", () => {
    const changed = differences(chosen(resources, false), chosen(resources, true));
    expect(changed.length).toBeGreaterThan(80);
    const variable = /^\/\w+\/Properties\/Environment\/Variables\/OIDC_(ISSUER|AUDIENCE|CLIENT_ID)(\/|$)/;
    expect(changed.filter((path) => !variable.test(path))).toEqual([]);
  });

  test("gives functions the issuer and the client id of the user pool", () => {
    const variables = ofType("AWS::Lambda::Function").map(
      ([, { Properties }]) =>
        (chosen(Properties["Environment"], true) as { Variables: Record<string, unknown> }).Variables,
    );
    const withAudience = variables.filter((each) => "OIDC_AUDIENCE" in each);
    expect(withAudience.length).toBeGreaterThan(40);
    const host = ["https://cognito-idp.", { Ref: "AWS::Region" }, ".", { Ref: "AWS::URLSuffix" }];
    const issuer = [...host, "/", { Ref: poolId }];
    for (const { OIDC_ISSUER, OIDC_AUDIENCE } of withAudience) {
      expect(OIDC_ISSUER).toEqual({ "Fn::Join": ["", issuer] });
      expect(OIDC_AUDIENCE).toEqual({ Ref: clientId });
    }
    const withClient = variables.filter((each) => "OIDC_CLIENT_ID" in each);
    expect(withClient).toMatchObject([{ OIDC_CLIENT_ID: { Ref: clientId } }]);
  });

  test("creates a user pool that is never deleted and lets people sign up with a verified e-mail address", () => {
    expect(pool).toMatchObject({
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
        AutoVerifiedAttributes: ["email"],
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
        MfaConfiguration: "OPTIONAL",
        EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
        DeletionProtection: "ACTIVE",
      },
    });
  });

  test("creates a public client with the authorization code flow and rotating refresh tokens of 12 hours", () => {
    expect(client?.Properties).toMatchObject({
      UserPoolId: { Ref: poolId },
      GenerateSecret: false,
      AllowedOAuthFlows: ["code"],
      AllowedOAuthScopes: ["openid", "email", "profile"],
      RefreshTokenRotation: { Feature: "ENABLED" },
      RefreshTokenValidity: 12,
      TokenValidityUnits: { RefreshToken: "hours" },
    });
    // Cognito refuses a client with both this flow and token rotation.
    expect(client?.Properties["ExplicitAuthFlows"]).not.toContain("ALLOW_REFRESH_TOKEN_AUTH");
  });

  test("allows redirects after sign-in to the API's own page, to the page at AppUrl and to the command line", () => {
    const parts = ["https://", { Ref: apiId }, ".execute-api.", { Ref: "AWS::Region" }, "."];
    const ownPage = [...parts, { Ref: "AWS::URLSuffix" }, "/api/v1/app"];
    expect(client?.Properties["CallbackURLs"]).toEqual([
      { "Fn::Join": ["", ownPage] },
      {
        "Fn::If": [
          "NamesAppUrl",
          { "Fn::Join": ["", [{ Ref: "AppUrl" }, "/api/v1/app"]] },
          { Ref: "AWS::NoValue" },
        ],
      },
      "http://localhost:49180/callback",
      "http://localhost:49181/callback",
      "http://localhost:49182/callback",
    ]);
  });

  test("makes the pool's domain unique in the region by the id of the API", () => {
    const [[, domain] = ["", undefined]] = ofType("AWS::Cognito::UserPoolDomain");
    expect(domain?.Properties["Domain"]).toEqual({ "Fn::Join": ["", ["wildlife-", { Ref: apiId }]] });
  });
});
