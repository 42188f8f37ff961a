import Negotiator from "negotiator";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";

/**
 * Returns the offered media type that the caller prefers (RFC 9110, 12.5.1). Of equally preferred types, returns the
 * first.
 * @param accept see `Input.accept`
 * @throws Fault `invalid-request` if there is no header, `not-acceptable` if the header allows no offered type
 */
export function chooseMediaType<T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  const names = offered.join(" or ");
  if (accept === undefined) throw invalid("/Accepts", `The header Accepts is required: ${names}.`, "header");
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...offered]);
  const type = offered.find((each) => each === chosen);
  if (type === undefined) throw new Fault("not-acceptable", `The header Accepts must allow ${names}.`);
  return type;
}
