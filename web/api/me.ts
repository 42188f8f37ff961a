import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Me = components["schemas"]["User"];

/** Reads the user who is signed in. A `Refusal` with status 403 tells the person whom to ask for access. */
export function useMe() {
  return useQuery<Me>({
    queryKey: ["me"],
    queryFn: ({ signal }) => answer(service.GET("/users/me", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** All roles, from the lowest to the highest. */
export const roles: readonly Me["role"][] = ["readonly", "annotator", "curator", "admin"];

/** Compares roles: `true` if a role has at least the permissions of `least`. */
export function isAtLeast(role: Me["role"], least: Me["role"]): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
