import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Me = components["schemas"]["User"];

/** The user who is signed in. A `Refusal` of 403 says whom to ask for access. */
export function useMe() {
  return useQuery<Me>({
    queryKey: ["me"],
    queryFn: ({ signal }) => answer(service.GET("/users/me", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const roles: readonly Me["role"][] = ["readonly", "annotator", "curator", "admin"];

/** Whether a role may do what needs at least another one. */
export function isAtLeast(role: Me["role"], least: Me["role"]): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
