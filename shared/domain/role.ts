import * as z from "zod/mini";

/** Roles from least to most; each includes those before it. */
export const roles = ["readonly", "annotator", "curator", "admin"] as const;

export const Role = z.enum(roles).check(
  z.meta({
    id: "Role",
    description: "From least to most; each includes those before it.",
    examples: ["annotator"],
  }),
);
export type Role = z.infer<typeof Role>;

/** Whether a holder of `held` may do what asks for `least`. */
export function includesRole(held: Role, least: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(least);
}
