import * as oauth from "./oauth4webapi.js";

const api = "/api/v1";
const page = location.origin + location.pathname;
const here = new URL(location.href);
// Removes the code from the address, where somebody could copy it.
history.replaceState(null, "", page);
// Values that the page stored before it went to the issuer. No token is among them.
const sent = JSON.parse(sessionStorage.getItem("sign-in"));
sessionStorage.removeItem("sign-in");

async function signIn() {
  const { issuer, client_id, scope } = await (await fetch(`${api}/app/settings`)).json();
  // Only the local stack uses plain http.
  const options = { [oauth.allowInsecureRequests]: new URL(issuer).hostname === "127.0.0.1" };
  const discovery = await oauth.discoveryRequest(new URL(issuer), options);
  const server = await oauth.processDiscoveryResponse(new URL(issuer), discovery);
  // Lets the person choose an account. Without `prompt`, an issuer may sign the last person in without asking.
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
