import { createHash, randomUUID } from "node:crypto";
import { audience } from "../../../local/oidc/issuer.ts";

/** Opens the link that `npm start` prints, and starts a sign-in as the `wildlife` command does. */
export async function newSignIn({ issuer, signInLink }: { issuer: string; signInLink: string }) {
  const start = await fetch(signInLink, { redirect: "manual" });
  const [Cookie = ""] = (start.headers.get("set-cookie") ?? "").split(";");
  const verifier = randomUUID() + randomUUID();
  const request = {
    client_id: audience,
    redirect_uri: "http://localhost:49180/callback",
    response_type: "code",
    scope: "openid",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  return { address: `${issuer}/authorize?${new URLSearchParams(request)}`, headers: { Cookie }, verifier };
}
