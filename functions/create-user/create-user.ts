import type { FindUser } from "../../shared/auth/authentication.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { conflicting, Fault } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UserWriter } from "../../shared/store/person/user-writer.ts";
import { viewUser } from "../../shared/views/person/user.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findUser: FindUser;
  readonly findUserById: (id: number) => Promise<User | undefined>;
  readonly users: Pick<UserWriter, "invite">;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Invites a person: creates a user, or restores a deleted user with the same id. */
export function createUser({ findUser, findUserById, users }: Deps) {
  return async ({ body: { email, role }, idempotency }: Input) => {
    const created = await users.invite(email, role, findUser, idempotency);
    if (created === "exists") {
      const detail = `${email} is already a user. To change the role, send a PATCH.`;
      throw conflicting("/email", detail);
    }
    const user = await findUserById(created.id);
    if (user === undefined) throw new Error(`User ${created.id} does not exist`);
    if (user.email === "") {
      throw new Fault(
        "conflict",
        `The data of ${email} was deleted after this request was first made. To invite the person again, use a new Idempotency-Key.`,
      );
    }
    const headers = createdHeaders(`/api/v1/users/${encodeURIComponent(user.email)}`, created);
    return { status: 201, headers, body: viewUser(user) } as const;
  };
}
