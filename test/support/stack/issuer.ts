import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const audience = "tests";

/** Starts an OpenID Connect issuer with an RS256 and an ES256 key. Tests can make it fail, and forge tokens with it. */
export async function startIssuer() {
  const keys = { RS256: await generateKeyPair("RS256"), ES256: await generateKeyPair("ES256") };
  const requests: string[] = [];
  const state = { down: false, claimsIssuer: "", jwks: await jwksOf(keys) };
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (state.down) return response.writeHead(500).end("down");
    const discovery = { issuer: state.claimsIssuer || issuer, jwks_uri: `${issuer}/jwks` };
    const document = request.url === "/jwks" ? state.jwks : discovery;
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Signs a token with these changes. Without changes, the token is valid. An `undefined` claim is omitted. */
  function sign(
    claims: Record<string, unknown> = {},
    header: { alg?: "RS256" | "ES256"; kid?: string } = {},
  ): Promise<string> {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const alg = header.alg ?? "RS256";
    const payload = {
      iss: issuer,
      aud: audience,
      sub: "ann",
      exp: nowSeconds + 600,
      email: "ann@example.org",
      email_verified: true,
      name: "Ann",
      ...claims,
    };
    const present = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    return new SignJWT(present)
      .setProtectedHeader({ alg, kid: header.kid ?? alg })
      .sign(keys[alg].privateKey);
  }

  return {
    issuer,
    keys,
    sign,
    state,
    requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function jwksOf(keys: Record<string, { publicKey: Parameters<typeof exportJWK>[0] }>) {
  const entries = Object.entries(keys).map(async ([alg, { publicKey }]) => ({
    ...(await exportJWK(publicKey)),
    kid: alg,
    use: "sig",
  }));
  return { keys: await Promise.all(entries) };
}
