import * as z from "zod/mini";
import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import { pageQuery } from "../wire/page.ts";

/** The query parameters of a list of jobs. */
export const jobListQuery = {
  ...pageQuery,
  mine: z.optional(
    z.enum(["true", "false"]).check(
      z.meta({
        description: "`true`: your own only. Without it, admins see everybody's. Default: `false`.",
        examples: ["true"],
      }),
    ),
  ),
};

/** Whose jobs a list has; `undefined`: everybody's. */
export function listedMaker({ id, role }: User, mine: "true" | "false" | undefined): number | undefined {
  return mine !== "true" && includesRole(role, "admin") ? undefined : id;
}
