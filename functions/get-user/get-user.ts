import type { FindUser } from "../../shared/auth/authentication.ts";
import { emailKey } from "../../shared/domain/email.ts";
import { Fault } from "../../shared/domain/fault.ts";
import { type User, type UserPath, unknownUser, viewUser } from "../../shared/domain/user.ts";

type Deps = { readonly findUser: FindUser };

/** Answers a user to itself, or to an admin. */
export function getUser({ findUser }: Deps) {
  return async ({ params: { email } }: { readonly params: UserPath }, caller: User) => {
    if (caller.role !== "admin" && emailKey(email) !== emailKey(caller.email)) {
      throw new Fault("forbidden", "Only an admin may look at another user.");
    }
    const user = await findUser(email);
    if (user === undefined || user.disabled) throw unknownUser(email);
    return { status: 200, body: viewUser(user) } as const;
  };
}
