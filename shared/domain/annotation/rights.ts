import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import { Fault } from "../wire/fault.ts";
import type { Annotation } from "./annotation.ts";

/**
 * Lets the author of an annotation and curators change or delete it. Lets any annotator change or delete a machine's
 * label that has no votes of other users.
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

/** Returns true if the user made the annotation. An author with a source is a site key, not a user. */
export function isAuthor({ author }: Annotation, { id }: User): boolean {
  return author.source === undefined && author.id === id;
}

function isOpenTo({ method, identifications }: Annotation, { id }: User): boolean {
  return method === "machine" && identifications.every(({ voters }) => voters.every((voter) => voter === id));
}
