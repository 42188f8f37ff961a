import { isIP } from "node:net";
import { isGlobalAddress, isLoopbackAddress } from "./address-scope.ts";
import { SourceError } from "./source-error.ts";

export type SourceRules = {
  /**
   * Origins on this machine (`http://127.0.0.1:8812`) that may be plain http, at any port and on loopback. Only the
   * local stack has any.
   */
  readonly allowedOrigins: readonly string[];
  /** Host names in lower case. Any host is allowed if this is absent. Does not apply to the allowed origins. */
  readonly allowedHosts?: readonly string[];
};

/**
 * Checks a URL before any look-up: `https:` at port 443, no user name or password, an acceptable host. The WHATWG
 * parser has already converted decimal, octal, hexadecimal and short addresses to dotted ones.
 * @returns a function that checks an address to which the host's name resolves
 * @throws SourceError `refused`
 */
export function checkSourceUrl(url: URL, rules: SourceRules): (address: string) => boolean {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused("The scheme is not https.");
  if (url.username !== "" || url.password !== "") throw refused("The URL holds a user name or a password.");
  const isAllowedOrigin = rules.allowedOrigins.includes(url.origin);
  if (!isAllowedOrigin) checkPublic(url, rules.allowedHosts);
  const accepts = isAllowedOrigin ? isGlobalOrLoopback : isGlobalAddress;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !accepts(host)) throw refused("The address is not public.");
  return accepts;
}

function checkPublic(url: URL, allowedHosts: readonly string[] | undefined): void {
  if (url.protocol !== "https:") throw refused("The scheme is not https.");
  // Empty for the scheme's default port, 443.
  if (url.port !== "") throw refused("The port is not 443.");
  if (allowedHosts?.includes(url.hostname) === false) throw refused("The host is not allowed.");
}

function isGlobalOrLoopback(address: string): boolean {
  return isGlobalAddress(address) || isLoopbackAddress(address);
}

function refused(message: string): SourceError {
  return new SourceError("refused", message);
}
