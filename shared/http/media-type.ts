import Negotiator from "negotiator";
import { Fault, invalid } from "../domain/fault.ts";

/**
 * The offered media type that the caller likes best (RFC 9110, 12.5.1); the first of several that it likes
 * equally.
 * @param accept the headers' value (see `Input.accept`)
 * @throws Fault `invalid-request` without a header, `not-acceptable` when it names none of the offered types
 */
export function chooseMediaType<T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  const names = offered.join(" or ");
  if (accept === undefined) throw invalid("/header/Accepts", `Must say what is wanted: ${names}`);
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...offered]);
  const type = offered.find((each) => each === chosen);
  if (type === undefined) throw new Fault("not-acceptable", `This is answered as ${names} only.`);
  return type;
}
