import { Stop } from "../failure.ts";
import { networkProblem } from "./network-problem.ts";

/**
 * The address of a deployment, from an address that a person pastes, such as that of its documentation page.
 * @throws Stop if the address is not https, because others could read the credential on its way. An address on this
 *   computer may be http
 */
export function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url === undefined || !(url.protocol === "https:" || (isHere && url.protocol === "http:"))) {
    throw new Stop(`--url must be the address of the service and begin with https://, not "${text}".`, 2);
  }
  return `${url.origin}${url.pathname.replace(/\/api\/v1(?:\/.*)?$/, "").replace(/\/+$/, "")}`;
}

/** @throws Stop unless there is a service at this address */
export async function requireService(base: string): Promise<void> {
  const answer = await fetch(`${base}/api/v1/health`).catch((error: unknown) => {
    throw new Stop(networkProblem(base, error));
  });
  const text = await answer.text().catch(() => "");
  if (!answer.ok || !text.includes('"ok"')) throw new Stop(notTheService(base));
}

const goOn = "Run the same command again to go on.";

/**
 * Error with a sentence about the network, for errors of `fetch` and of reading its response. Returns others unchanged.
 * @param next advice for the person
 */
export function asStop(base: string, error: unknown, next = goOn): unknown {
  if (error instanceof SyntaxError) return new Stop(notTheService(base));
  if (!(error instanceof TypeError && error.cause !== undefined)) return error;
  return new Stop(`${networkProblem(base, error)} ${next}`.trim());
}

function notTheService(base: string): string {
  return `${base} is not the address of this service. Check --url, and whether this network wants you to sign in first.`;
}
