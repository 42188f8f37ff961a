import { isIP, type LookupFunction } from "node:net";
import { SourceError } from "./source-error.ts";

/**
 * A `lookup` for `http.request` and `https.request` that fails unless every address of a name is acceptable. The socket
 * connects to an address that this returns and does not look up the name again, so changing the address between check
 * and connection (DNS rebinding) has no effect. Node does not call it for a host that is an address.
 */
export function checkedLookup(
  resolve: LookupFunction,
  accepts: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, result) => {
      if (error) return callback(error, []);
      const addresses =
        typeof result === "string" ? [{ address: result, family: isIP(result) }] : [...result];
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => accepts(address))) {
        return callback(new SourceError("refused", "The name has an address that is not public."), []);
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
