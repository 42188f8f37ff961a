import * as z from "zod/mini";
import { Email } from "../../domain/person/email.ts";
import { Role } from "../../domain/person/role.ts";
import type { User } from "../../domain/person/user.ts";
import { Id } from "../../domain/wire/id.ts";

export const UserView = z
  .strictObject({
    id: Id,
    email: Email,
    display_name: z.string().check(z.meta({ examples: ["Chi Nguyen"] })),
    role: Role,
  })
  .check(z.meta({ id: "User" }));
export type UserView = z.infer<typeof UserView>;

export function viewUser(user: User): UserView {
  return { id: user.id, email: user.email, display_name: user.displayName, role: user.role };
}
