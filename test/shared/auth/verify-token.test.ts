import { createHmac } from "node:crypto";
import { exportSPKI, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenVerifier } from "../../../shared/auth/verify-token.ts";
import { audience, startIssuer } from "../../support/stack/issuer.ts";

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

let oidc: Issuer;
beforeAll(async () => {
  oidc = await startIssuer();
});
afterAll(() => oidc.close());

const nowSeconds = () => Math.floor(Date.now() / 1000);
const verifier = (trustEmail = false) => tokenVerifier({ issuer: oidc.issuer, audience, trustEmail });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const goodClaims = () => ({
  iss: oidc.issuer,
  aud: audience,
  exp: nowSeconds() + 600,
  email: "ann@example.org",
  email_verified: true,
});

describe("the verifier accepts a token", () => {
  test.each<[string, () => Promise<string>]>([
    ["signed with RS256", () => oidc.sign()],
    ["signed with ES256", () => oidc.sign({}, { alg: "ES256" })],
    [
      "that expired less than a minute ago, because clocks differ",
      () => oidc.sign({ exp: nowSeconds() - 40 }),
    ],
    ["that becomes valid in less than a minute", () => oidc.sign({ nbf: nowSeconds() + 40 })],
    ["for several audiences, including this one", () => oidc.sign({ aud: ["other", audience] })],
  ])("%s", async (_, token) => {
    expect(await verifier()(await token())).toEqual({ email: "ann@example.org", name: "Ann" });
  });

  test("whose name is missing or is not text", async () => {
    expect(await verifier()(await oidc.sign({ name: undefined }))).toEqual({
      email: "ann@example.org",
      name: undefined,
    });
    expect(await verifier()(await oidc.sign({ name: 7 }))).toEqual({
      email: "ann@example.org",
      name: undefined,
    });
  });

  test("with an unverified e-mail address, if the operator trusts the issuer", async () => {
    expect(await verifier(true)(await oidc.sign({ email_verified: undefined }))).toMatchObject({
      email: "ann@example.org",
    });
  });
});

describe("the verifier answers 401 to a token", () => {
  test.each<[string, () => Promise<string> | string]>([
    ["that is not a JWT", () => "garbage"],
    ["that is empty", () => ""],
    ["that consists of three dots", () => "..."],
    ["with alg none", () => `${base64url({ alg: "none" })}.${base64url(goodClaims())}.`],
    [
      "with alg none and the kid of a real key",
      () => `${base64url({ alg: "none", kid: "RS256" })}.${base64url(goodClaims())}.`,
    ],
    [
      "signed with HS256 and the public key as its secret",
      async () => {
        const signed = `${base64url({ alg: "HS256", kid: "RS256" })}.${base64url(goodClaims())}`;
        const secret = await exportSPKI(oidc.keys.RS256.publicKey);
        return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
      },
    ],
    [
      "signed with another key under the kid of a real one",
      async () => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT(goodClaims()).setProtectedHeader({ alg: "RS256", kid: "RS256" }).sign(privateKey);
      },
    ],
    [
      "with its own key in the header",
      async () => {
        const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
        const jwk = await crypto.subtle.exportKey("jwk", publicKey);
        return new SignJWT(goodClaims())
          .setProtectedHeader({ alg: "ES256", jwk, kid: "own" } as never)
          .sign(privateKey);
      },
    ],
    ["with an unknown kid", () => oidc.sign({}, { kid: "nobody" })],
    [
      "with claims that were changed after signing",
      async () =>
        (await oidc.sign()).replace(
          /\.[^.]+\./,
          `.${base64url({ ...goodClaims(), email: "eve@example.org" })}.`,
        ),
    ],
    ["of another issuer", () => oidc.sign({ iss: "https://elsewhere.example" })],
    ["whose issuer has an additional slash", () => oidc.sign({ iss: `${oidc.issuer}/` })],
    ["without an issuer", () => oidc.sign({ iss: undefined })],
    ["for another audience", () => oidc.sign({ aud: "elsewhere" })],
    ["without an audience", () => oidc.sign({ aud: undefined })],
    ["that has expired", () => oidc.sign({ exp: nowSeconds() - 120 })],
    ["without expiry", () => oidc.sign({ exp: undefined })],
    ["whose expiry is not a number", () => oidc.sign({ exp: "tomorrow" })],
    ["that is not yet valid", () => oidc.sign({ nbf: nowSeconds() + 120 })],
    ["without an e-mail address", () => oidc.sign({ email: undefined })],
    ["whose e-mail address is a list", () => oidc.sign({ email: ["ann@example.org"] })],
    ["whose e-mail address is not valid", () => oidc.sign({ email: "ann" })],
    ["whose e-mail address is not verified", () => oidc.sign({ email_verified: false })],
    ["without the claim email_verified", () => oidc.sign({ email_verified: undefined })],
    ['whose email_verified is the text "true"', () => oidc.sign({ email_verified: "true" })],
  ])("%s", async (_, token) => {
    await expect(verifier()(await token())).rejects.toMatchObject({ name: "Fault", code: "unauthenticated" });
  });
});

describe("verifying a token", () => {
  test("needs no further request to the issuer once its keys are known", async () => {
    const verify = verifier();
    await verify(await oidc.sign());
    const before = oidc.requests.length;
    await Promise.all(Array.from({ length: 20 }, async () => verify(await oidc.sign())));
    expect(oidc.requests.length).toBe(before);
  });

  test("fails with 503 while the issuer is down, and the next token makes another request to it", async () => {
    const verify = verifier();
    oidc.state.down = true;
    await expect(verify(await oidc.sign())).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 5,
    });
    oidc.state.down = false;
    expect(await verify(await oidc.sign())).toMatchObject({ email: "ann@example.org" });
  });

  test("fails with 503 if the issuer goes down between its discovery document and its keys", async () => {
    const verify = verifier();
    await expect(verify("garbage")).rejects.toMatchObject({ code: "unauthenticated" });
    oidc.state.down = true;
    await expect(verify(await oidc.sign())).rejects.toMatchObject({ code: "unavailable" });
    oidc.state.down = false;
  });

  test("fails with 503 if the discovery document names another issuer", async () => {
    oidc.state.claimsIssuer = "https://elsewhere.example";
    await expect(verifier()(await oidc.sign())).rejects.toMatchObject({ code: "unavailable" });
    oidc.state.claimsIssuer = "";
  });

  test("fails with 503 if the issuer does not exist", async () => {
    const verify = tokenVerifier({ issuer: "http://127.0.0.1:1", audience, trustEmail: false });
    await expect(verify(await oidc.sign())).rejects.toMatchObject({ code: "unavailable" });
  });
});
