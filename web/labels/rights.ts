import type { Me } from "../api/me.ts";
import type { Row } from "./label.ts";

/**
 * Returns `true` if a person may change or delete a label. Curators may change all labels. Annotators may change their
 * own labels, and labels of machines that no other person has voted on.
 */
export function mayChange({ created_by, method, identifications }: Row, me: Me): boolean {
  if (me.role === "readonly") return false;
  // A camera and a user can have the same id.
  const isAuthor = created_by.role !== "camera" && created_by.id === me.id;
  const isOpen =
    method === "machine" &&
    identifications.every(({ identified_by }) => identified_by.every(({ id }) => id === me.id));
  return isAuthor || isOpen || me.role !== "annotator";
}
