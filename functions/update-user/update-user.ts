import type { FindUser } from "../../shared/auth/authentication.ts";
import { refusedChange } from "../../shared/domain/person/user.ts";
import { notFound } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UserWriter } from "../../shared/store/person/user-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewUser } from "../../shared/views/person/user.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findUser: FindUser; readonly users: Pick<UserWriter, "update"> };
type Input = InputOf<typeof contract, "params" | "body" | "ifMatch">;

/** Changes a user's role or display name. A new role applies from the user's next request. */
export function updateUser({ findUser, users }: Deps) {
  return async ({ params: { email }, body, ifMatch }: Input) => {
    const user = await retryChanged(async () => {
      const found = await findUser(email);
      if (found === undefined || found.disabled) throw notFound("user", email);
      requireMatch(ifMatch, found.version, viewUser(found));
      const { role = found.role, display_name: displayName = found.displayName } = body;
      if (role === found.role && displayName === found.displayName) return found;
      return users.update(found, { role, displayName });
    });
    if (typeof user === "string") throw refusedChange(user);
    return { status: 200, body: viewUser(user) } as const;
  };
}
