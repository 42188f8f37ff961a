import type { Annotation } from "./annotation.ts";
import { Fault } from "./fault.ts";
import { includesRole } from "./role.ts";
import type { User } from "./user.ts";

/**
 * Allows only the author of an annotation and curators to change or delete it.
 * @throws Fault `forbidden`
 */
export function requireAuthorship({ author }: Annotation, caller: User): void {
  const own = author.source === undefined && author.id === caller.id;
  if (!own && !includesRole(caller.role, "curator")) {
    throw new Fault("forbidden", "Only the author of an annotation or a curator may change or delete it.");
  }
}
