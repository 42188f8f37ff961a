import * as z from "zod/mini";

/** From the lowest to the highest role. Each includes the ones before it. */
export const roles = ["readonly", "annotator", "curator", "admin"] as const;

export const Role = z.enum(roles).check(
  z.meta({
    id: "Role",
    description: "From the lowest to the highest role. Each includes the ones before it.",
    examples: ["annotator"],
  }),
);
export type Role = z.infer<typeof Role>;

/** Returns true if the role `held` suffices where `least` is required. */
export function includesRole(held: Role, least: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(least);
}
