import * as z from "zod/mini";
import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import { described } from "../wire/described.ts";
import { pageQuery } from "../wire/page.ts";

/** The query parameters of a list of jobs. */
export const jobListQuery = {
  ...pageQuery,
  mine: z.optional(
    described(
      z.enum(["true", "false"]),
      "`true`: the list has only what you started yourself. `false` (the default): for admins, the list also has what other users started.",
      "true",
    ),
  ),
};

/** Returns the id of the user whose jobs a list shows, or `undefined` for the jobs of all users. */
export function listedMaker({ id, role }: User, mine: "true" | "false" | undefined): number | undefined {
  return mine !== "true" && includesRole(role, "admin") ? undefined : id;
}
