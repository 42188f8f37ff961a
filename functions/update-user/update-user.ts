import type { FindUser } from "../../shared/auth/authentication.ts";
import { lastAdmin, unknownUser, viewUser } from "../../shared/domain/user.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UserWriter } from "../../shared/store/user-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findUser: FindUser; readonly users: Pick<UserWriter, "update"> };
type Input = InputOf<typeof contract, "params" | "body" | "ifMatch">;

/** Changes a user's role. The change applies from the user's next request. */
export function updateUser({ findUser, users }: Deps) {
  return async ({ params: { email }, body: { role }, ifMatch }: Input) => {
    const user = await retryChanged(async () => {
      const found = await findUser(email);
      if (found === undefined || found.disabled) throw unknownUser(email);
      requireMatch(ifMatch, found.version, viewUser(found));
      return found.role === role ? found : users.update(found, { role });
    });
    if (user === "last-admin") throw lastAdmin();
    return { status: 200, body: viewUser(user) } as const;
  };
}
