import * as oauth from "oauth4webapi";
import * as z from "zod/mini";
import { patientFetch } from "../../client/patient-fetch.ts";
import { reasonOf } from "./reason-of.ts";

/** The server at which people sign in for a deployment, and the OAuth client for which they sign in. */
export type Issuer = {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly scope: string;
  /** Milliseconds by which the service's clock is ahead of this computer's. */
  readonly skewMs: number;
  readonly http: oauth.TokenEndpointRequestOptions;
};

const Settings = z.object({ issuer: z.string(), client_id: z.string(), scope: z.string() });

const requestMs = 20_000;
/** Maximum time for which a request for tokens is retried. */
const patienceMs = 60_000;

/**
 * Reads the sign-in settings of a deployment and of its issuer (OpenID Connect Discovery 1.0).
 * @param deployment see `deploymentAddress`
 * @throws Error with a sentence for the person
 */
export async function findIssuer(deployment: string): Promise<Issuer> {
  const { issuer, client_id, scope, skewMs } = await readSettings(deployment);
  const url = secureUrl(issuer, "The issuer of this deployment");
  const http = {
    // Only an issuer on this computer, such as the local stack's, may use plain http.
    [oauth.allowInsecureRequests]: isLoopback(url),
    [oauth.customFetch]: (address: string, init: RequestInit) =>
      patientFetch(undefined, { patienceMs, fetch: fetchInTime })(new Request(address, init)),
  };
  try {
    const discovery = await oauth.discoveryRequest(url, {
      ...http,
      [oauth.customFetch]: (address, { headers, redirect }) =>
        fetchInTime(new Request(address, { headers, redirect })),
    });
    const server = await oauth.processDiscoveryResponse(url, discovery);
    secureUrl(server.authorization_endpoint ?? "", "The sign-in address of the issuer");
    // Times of tokens are compared with the service's clock, since the service decides whether they are valid.
    const client = { client_id, [oauth.clockSkew]: Math.round(skewMs / 1000) };
    return { server, client, scope, skewMs, http };
  } catch (error) {
    throw new Error(`The issuer ${issuer} does not answer as it should: ${reasonOf(error)}`);
  }
}

/**
 * The address of a deployment in its normal form: with its stage, without a slash at the end.
 * @throws Error with a sentence for the person if it is no address, or not safe for a token
 */
export function deploymentAddress(base: string): string {
  const { origin, pathname } = secureUrl(base, "The address of the service");
  return origin + pathname.replace(/(\/api\/v1)?\/*$/, "");
}

async function readSettings(deployment: string) {
  const address = `${deployment}/api/v1/app/settings`;
  const response = await fetchInTime(new Request(address)).catch((error) => {
    throw new Error(`${deployment} cannot be reached: ${reasonOf(error)}`);
  });
  const settings = Settings.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !settings.success) {
    throw new Error(
      `${deployment} is not the address of a wildlife video annotation service: ${address} answers ${response.status}.`,
    );
  }
  const serviceMs = Date.parse(response.headers.get("date") ?? "");
  return { ...settings.data, skewMs: Number.isNaN(serviceMs) ? 0 : serviceMs - Date.now() };
}

function secureUrl(address: string, what: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url))) return url;
  throw new Error(`${what} must begin with https://, not "${address}".`);
}

function isLoopback({ hostname }: URL): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.timeout(requestMs) });
}
