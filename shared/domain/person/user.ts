import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { conflicting, Fault } from "../wire/fault.ts";
import { Id } from "../wire/id.ts";
import { DisplayName, deletedName } from "./display-name.ts";
import { Email, EmailInPath } from "./email.ts";
import { Role } from "./role.ts";

/** A person who may use the service, as stored. */
export type User = {
  readonly id: number;
  /** Empty when the person's data was deleted (`npm run forget`). */
  readonly email: string;
  /** Never an e-mail address. Unique among enabled users (docs/adr/0019). */
  readonly displayName: string;
  readonly role: Role;
  /**
   * True if the user was deleted. The record stays, because annotations refer to their author. Only an invitation
   * restores it.
   */
  readonly disabled: boolean;
  /** True if the user was invited, but has never called GET /users/me. */
  readonly invited: boolean;
  readonly version: number;
};

/** The person that a verified token names. The user's record, not the token, decides what the person may do. */
export type Identity = { readonly email: string; readonly name: string | undefined };

/** A user or a capture source as other records show it. It never contains an e-mail address. */
export const UserSummary = z
  .strictObject({
    id: Id,
    display_name: z.string().check(z.meta({ examples: ["Chi Nguyen"] })),
    role: z.union([Role, z.literal("camera")]),
  })
  .check(z.meta({ id: "UserSummary" }));
export type UserSummary = z.infer<typeof UserSummary>;

/** Returns a user as other records show it. The name of a deleted user is hidden. */
export function summariseUser({ id, displayName: name, role, disabled }: User): UserSummary {
  return { id, display_name: disabled ? deletedName : name, role };
}

export const UserPath = z.strictObject({
  email: described(EmailInPath, "E-mail address of the user.", "ben@demo.localhost"),
});
export type UserPath = z.infer<typeof UserPath>;

export const NewUser = z
  .strictObject({ email: Email, role: Role })
  .check(z.meta({ id: "NewUser", examples: [{ email: "dana@example.org", role: "annotator" }] }));
export type NewUser = z.infer<typeof NewUser>;

/** Fields that are left out keep their value. */
export const UserPatch = z
  .strictObject({ role: z.optional(Role), display_name: z.optional(DisplayName) })
  .check(
    z.meta({
      id: "UserPatch",
      description: "Fields that are left out keep their value.",
      examples: [{ role: "curator" }],
    }),
  );
export type UserPatch = z.infer<typeof UserPatch>;

/** The fields that users may change in their own record. */
export const OwnUserPatch = z
  .strictObject({ display_name: DisplayName })
  .check(z.meta({ id: "OwnUserPatch", examples: [{ display_name: "Chi Nguyen" }] }));
export type OwnUserPatch = z.infer<typeof OwnUserPatch>;

/** The fault for a refused change of a user: there must always be an admin, and names must be unique. */
export function refusedChange(refusal: "last-admin" | "name-taken"): Fault {
  if (refusal === "last-admin") {
    return new Fault("conflict", "This user is the last admin. Make another user an admin first.");
  }
  const detail = "`display_name` must be unique: another user has this name, or the service uses it.";
  return conflicting("/display_name", detail);
}
