import type { FindUser } from "../../shared/auth/authentication.ts";
import { Fault } from "../../shared/domain/fault.ts";
import { type User, viewUser } from "../../shared/domain/user.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UserWriter } from "../../shared/store/user-writer.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findUser: FindUser;
  readonly findUserById: (id: number) => Promise<User | undefined>;
  readonly users: Pick<UserWriter, "invite">;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Invites a person: a new user, or a deleted one restored with its id and all that it made. */
export function createUser({ findUser, findUserById, users }: Deps) {
  return async ({ body: { email, role }, idempotency }: Input) => {
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
