import type { FindUser } from "../../shared/auth/authentication.ts";
import { Fault } from "../../shared/domain/fault.ts";
import { type NewUser, type User, viewUser } from "../../shared/domain/user.ts";
import { retryChanged } from "../../shared/store/retry-changed.ts";
import type { UserWriter } from "../../shared/store/user-writer.ts";

type Deps = { readonly findUser: FindUser; readonly users: Pick<UserWriter, "create" | "update"> };

/** Invites a person: a new user, or a deleted one restored with its id and all that it made. */
export function createUser({ findUser, users }: Deps) {
  async function restore(user: User, role: User["role"]): Promise<User | "changed-meanwhile"> {
    const restored = await users.update(user, { disabled: false, role });
    return restored === "last-admin" ? "changed-meanwhile" : restored;
  }

  return async ({ body: { email, role } }: { readonly body: NewUser }) => {
    const user = await retryChanged(async () => {
      const found = await findUser(email);
      if (found?.disabled) return restore(found, role);
      const created = found
        ? "exists"
        : await users.create({ email, tokenName: undefined, role, invited: true });
      if (created === "exists") {
        const detail = `${email} is a user already: change the role by PATCH.`;
        throw new Fault("conflict", detail, { errors: [{ pointer: "/body/email", detail }] });
      }
      return created;
    });
    const headers = { Location: `/api/v1/users/${encodeURIComponent(user.email)}` };
    return { status: 201, headers, body: viewUser(user) } as const;
  };
}
