import { isIP, type LookupFunction } from "node:net";
import { SourceError } from "./source-error.ts";

/**
 * A `lookup` for `http.request` and `https.request` that fails unless every address of the answer is acceptable.
 * The socket connects to what this hands on and asks nobody again, so a name that changes its address between a
 * check and the connection (DNS rebinding) gains nothing. Not called for hosts that are addresses already.
 */
export function checkedLookup(
  resolve: LookupFunction,
  accepts: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, answer) => {
      if (error) return callback(error, []);
      const addresses =
        typeof answer === "string" ? [{ address: answer, family: isIP(answer) }] : [...answer];
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => accepts(address))) {
        return callback(new SourceError("refused", "The name has an address that is not public."), []);
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
