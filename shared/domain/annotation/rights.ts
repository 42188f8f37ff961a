import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import { Fault } from "../wire/fault.ts";
import type { Annotation } from "./annotation.ts";

/**
 * Allows the author of an annotation and curators to change or delete it, and any annotator to do so with a machine's
 * label that has no vote of another user.
 * @throws Fault `forbidden`
 */
export function requireAuthorship(annotation: Annotation, caller: User): void {
  if (isAuthor(annotation, caller) || includesRole(caller.role, "curator") || isOpenTo(annotation, caller))
    return;
  throw new Fault(
    "forbidden",
    annotation.method === "machine"
      ? "Others have voted on this machine's label, so only a curator may change or delete it."
      : "Only the author of an annotation or a curator may change or delete it.",
  );
}

/** Whether a user made the annotation. Ids of site keys are of another kind. */
export function isAuthor({ author }: Annotation, { id }: User): boolean {
  return author.source === undefined && author.id === id;
}

function isOpenTo({ method, identifications }: Annotation, { id }: User): boolean {
  return method === "machine" && identifications.every(({ voters }) => voters.every((voter) => voter === id));
}
