import type { FindUser } from "../../shared/auth/authentication.ts";
import { Fault } from "../../shared/domain/fault.ts";
import type { Idempotency } from "../../shared/domain/idempotency.ts";
import { type NewUser, type User, viewUser } from "../../shared/domain/user.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { UserWriter } from "../../shared/store/user-writer.ts";

type Deps = {
  readonly findUser: FindUser;
  readonly findUserById: (id: number) => Promise<User | undefined>;
  readonly users: Pick<UserWriter, "invite">;
};

type Received = { readonly body: NewUser; readonly idempotency: Idempotency | undefined };

/** Invites a person: a new user, or a deleted one restored with its id and all that it made. */
export function createUser({ findUser, findUserById, users }: Deps) {
  return async ({ body: { email, role }, idempotency }: Received) => {
    const made = await users.invite(email, role, findUser, idempotency);
    if (made === "exists") {
      const detail = `${email} is a user already: change the role by PATCH.`;
      throw new Fault("conflict", detail, { errors: [{ pointer: "/body/email", detail }] });
    }
    const user = await findUserById(made.id);
    if (user === undefined) throw new Error(`user ${made.id} has gone`);
    const headers = createdHeaders(`/api/v1/users/${encodeURIComponent(user.email)}`, made);
    return { status: 201, headers, body: viewUser(user) } as const;
  };
}
