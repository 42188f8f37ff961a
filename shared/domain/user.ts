import * as z from "zod/mini";
import { Email, EmailInPath } from "./email.ts";
import { Fault } from "./fault.ts";
import { Id } from "./id.ts";
import { Role } from "./role.ts";

/** A person who may use the service, as stored. */
export type User = {
  readonly id: number;
  /** Empty when the person's data was deleted (`npm run forget`). */
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  /** Deleted. The record stays, because annotations refer to their author. Only an invitation restores it. */
  readonly disabled: boolean;
  /** Invited, but has never called GET /users/me. */
  readonly invited: boolean;
  readonly version: number;
};

/** The person that a verified token names. The token does not decide what the person may do. */
export type Identity = { readonly email: string; readonly name: string | undefined };

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

/** What is shown instead of the name of a deleted user. */
export const deletedUserName = "deleted user";

/** A user as other records show it. The name of a deleted user is not shown. */
export function summariseUser({ id, displayName: name, role, disabled }: User) {
  return { id, display_name: disabled ? deletedUserName : name, role };
}

/** The usable part of the token's name, or else `user <id>`. Never derived from the e-mail address. */
export function displayName(id: number, tokenName: string | undefined): string {
  const name = tokenName?.toWellFormed().replace(/\p{C}/gu, "").trim().slice(0, 200).toWellFormed();
  return name || `user ${id}`;
}

export const UserPath = z.strictObject({
  email: EmailInPath.check(
    z.meta({ description: "E-mail address of the user.", examples: ["ben@demo.localhost"] }),
  ),
});
export type UserPath = z.infer<typeof UserPath>;

export const NewUser = z
  .strictObject({ email: Email, role: Role })
  .check(z.meta({ id: "NewUser", examples: [{ email: "dana@example.org", role: "annotator" }] }));
export type NewUser = z.infer<typeof NewUser>;

export const UserPatch = z
  .strictObject({ role: Role })
  .check(z.meta({ id: "UserPatch", examples: [{ role: "curator" }] }));
export type UserPatch = z.infer<typeof UserPatch>;

export function unknownUser(email: string): Fault {
  return new Fault("not-found", `There is no user ${email}.`);
}

/** The fault for removing the last user who can invite and promote others. */
export function lastAdmin(): Fault {
  return new Fault("conflict", "This user is the last admin. Make another user an admin first.");
}
