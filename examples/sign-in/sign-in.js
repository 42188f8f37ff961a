import * as oauth from "./oauth4webapi.js";

const api = "/api/v1";
const page = location.origin + location.pathname;
const here = new URL(location.href);
// The code of the answer must not stay in the address, where somebody could copy it.
history.replaceState(null, "", page);
// What the page remembers on the way to the issuer and back. It stores no token.
const sent = JSON.parse(sessionStorage.getItem("sign-in"));
sessionStorage.removeItem("sign-in");

async function signIn() {
  const { issuer, client_id, scope } = await (await fetch(`${api}/app/settings`)).json();
  // The local stack alone uses plain http.
  const options = { [oauth.allowInsecureRequests]: new URL(issuer).hostname === "127.0.0.1" };
  const discovery = await oauth.discoveryRequest(new URL(issuer), options);
  const server = await oauth.processDiscoveryResponse(new URL(issuer), discovery);
  // Asks who signs in. Without `prompt`, an issuer that knows the person answers at once.
  const prompt = "select_account";
  const request = { client_id, scope, redirect_uri: page, response_type: "code", prompt };
  if (sent && here.search) return finish(server, request, options);
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  sessionStorage.setItem("sign-in", JSON.stringify({ verifier, state, nonce }));
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const proof = { state, nonce, code_challenge: challenge, code_challenge_method: "S256" };
  location.assign(`${server.authorization_endpoint}?${new URLSearchParams({ ...request, ...proof })}`);
  return "Signing in …";
}

async function finish(server, client, options) {
  const answer = oauth.validateAuthResponse(server, client, here, sent.state);
  const given = await oauth.authorizationCodeGrantRequest(
    ...[server, client, oauth.None(), answer, page, sent.verifier, options],
  );
  const expected = { expectedNonce: sent.nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, given, expected);
  // The ID token is the bearer token, not the access token.
  const headers = { Authorization: `Bearer ${tokens.id_token}` };
  const me = await (await fetch(`${api}/users/me`, { headers })).json();
  return me.display_name ? `You are ${me.display_name}. Your role is ${me.role}.` : me.detail;
}

document.querySelector("output").textContent = await signIn().catch(
  (error) => `Not signed in: ${error.message}`,
);
