import type { Annotation } from "./annotation.ts";
import { Fault } from "./fault.ts";
import { includesRole } from "./role.ts";
import type { User } from "./user.ts";

/**
 * An annotation is changed and deleted by its author and by curators.
 * @throws Fault `forbidden`
 */
export function requireAuthorship({ author }: Annotation, caller: User): void {
  const own = author.source === undefined && author.id === caller.id;
  if (!own && !includesRole(caller.role, "curator")) {
    throw new Fault("forbidden", "Only its author or a curator may change an annotation.");
  }
}
