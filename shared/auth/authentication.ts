import { Fault } from "../domain/fault.ts";
import { includesRole, type Role } from "../domain/role.ts";
import type { Identity, User } from "../domain/user.ts";
import { bearerToken } from "./bearer.ts";

export type VerifyToken = (token: string) => Promise<Identity>;

/** Finds a user, deleted or not, as the table has it at this moment. */
export type FindUser = (email: string) => Promise<User | undefined>;

/** For endpoints that anybody may call. */
export async function anybody(): Promise<undefined> {}

/** For anybody with a valid token, registered or not. */
export function identified(verify: VerifyToken): (authorization: readonly string[]) => Promise<Identity> {
  return (authorization) => verify(bearerToken(authorization));
}

/**
 * For registered users of at least `least`. The role is the one in the table at this request: what an
 * admin takes away is gone at once, whatever the token's age.
 */
export function registered(
  least: Role,
  verify: VerifyToken,
  findUser: FindUser,
): (authorization: readonly string[]) => Promise<User> {
  return async (authorization) => {
    const { email } = await verify(bearerToken(authorization));
    const user = await findUser(email);
    if (user === undefined) {
      throw new Fault("forbidden", `${email} is not registered here: call GET /api/v1/users/me first.`);
    }
    if (user.disabled) throw new Fault("forbidden", deletedUser(email));
    if (!includesRole(user.role, least)) {
      throw new Fault("forbidden", `This needs the role ${least}; ${email} has the role ${user.role}.`);
    }
    return user;
  };
}

/** What a deleted user is told. */
export function deletedUser(email: string): string {
  return `The user ${email} was deleted. An admin of this service can invite it again.`;
}
