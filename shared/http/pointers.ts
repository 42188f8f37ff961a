import type { FieldFault } from "../domain/wire/fault.ts";
import { type Contract, nothing } from "./contract.ts";

/** The part of a request that an operation's rules check: its body if it has one, else its query. */
export type RuledPart = "body" | "query";

export function ruledPart({ body }: Pick<Contract, "body">): RuledPart {
  return body === nothing ? "query" : "body";
}

/** Returns faults as callers see them, with JSON Pointers that begin at the request, such as `/body/timespan/end`. */
export function withPointers(
  faults: readonly FieldFault[],
  ruled: RuledPart,
): { pointer: string; detail: string }[] {
  return faults.map(({ field, detail, part = ruled }) => ({ pointer: `/${part}${field}`, detail }));
}
