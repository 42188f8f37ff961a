import type { Annotation } from "../../../domain/annotation/annotation.ts";

/** The machines' labels in an export: those with a vote, all, or none. */
export type Machines = "reviewed" | "all" | "none";

export function isSelected(
  { method, identifications }: Pick<Annotation, "method" | "identifications">,
  machines: Machines,
): boolean {
  return method === "human" || machines === "all" || (machines === "reviewed" && identifications.length > 0);
}
