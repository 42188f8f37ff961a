import { isIP } from "node:net";
import { isGlobalAddress, isLoopbackAddress } from "./address-scope.ts";
import { SourceError } from "./source-error.ts";

export type SourceRules = {
  /**
   * Origins on this machine (`http://127.0.0.1:8812`) that may be plain http, at any port and on loopback:
   * the local stack's alone, none on a deployed function.
   */
  readonly allowedOrigins: readonly string[];
  /** Host names in lower case; without this, any. They do not concern the allowed origins. */
  readonly allowedHosts?: readonly string[];
};

/**
 * Checks all that a URL tells of itself: `https:` at port 443, no user name or password, an acceptable host. The
 * WHATWG parser has already made decimal, octal, hexadecimal and short addresses dotted ones.
 * @returns whether the host may have an address, for names are looked up later
 * @throws SourceError `refused`
 */
export function checkSourceUrl(url: URL, rules: SourceRules): (address: string) => boolean {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused("The scheme is not https.");
  if (url.username !== "" || url.password !== "") throw refused("The URL holds a user name or a password.");
  const ours = rules.allowedOrigins.includes(url.origin);
  if (!ours) checkPublic(url, rules.allowedHosts);
  const accepts = ours ? isGlobalOrLoopback : isGlobalAddress;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !accepts(host)) throw refused("The address is not public.");
  return accepts;
}

function checkPublic(url: URL, allowedHosts: readonly string[] | undefined): void {
  if (url.protocol !== "https:") throw refused("The scheme is not https.");
  // Empty is the scheme's own, 443.
  if (url.port !== "") throw refused("The port is not 443.");
  if (allowedHosts?.includes(url.hostname) === false) throw refused("The host is not an allowed one.");
}

function isGlobalOrLoopback(address: string): boolean {
  return isGlobalAddress(address) || isLoopbackAddress(address);
}

function refused(message: string): SourceError {
  return new SourceError("refused", message);
}
