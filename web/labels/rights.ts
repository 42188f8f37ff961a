import type { Me } from "../api/me.ts";
import type { Row } from "./label.ts";

/**
 * Whether a person may change or delete a label. Curators may change all; annotators their own, and those of machines on
 * which no other person has voted.
 */
export function mayChange({ created_by, method, identifications }: Row, me: Me): boolean {
  if (me.role === "readonly") return false;
  // Cameras have ids of their own.
  const isAuthor = created_by.role !== "camera" && created_by.id === me.id;
  const isOpen =
    method === "machine" &&
    identifications.every(({ identified_by }) => identified_by.every(({ id }) => id === me.id));
  return isAuthor || isOpen || me.role !== "annotator";
}
