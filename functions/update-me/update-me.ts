import { deletedUser } from "../../shared/auth/authentication.ts";
import { refusedChange, type User } from "../../shared/domain/person/user.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UserWriter } from "../../shared/store/person/user-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewUser } from "../../shared/views/person/user.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findUserById: (id: number) => Promise<User | undefined>;
  readonly users: Pick<UserWriter, "update">;
};
type Input = InputOf<typeof contract, "body" | "ifMatch">;

/** Changes the caller's display name. Records show it at once, since they refer to the user. */
export function updateMe({ findUserById, users }: Deps) {
  return async ({ body: { display_name: displayName }, ifMatch }: Input, calling: Eventual<User>) => {
    const { id, email } = await calling;
    const user = await retryChanged(async () => {
      const found = await findUserById(id);
      if (found === undefined || found.disabled) throw new Fault("forbidden", deletedUser(email));
      requireMatch(ifMatch, found.version, viewUser(found));
      return found.displayName === displayName ? found : users.update(found, { displayName });
    });
    if (typeof user === "string") throw refusedChange(user);
    return { status: 200, body: viewUser(user) } as const;
  };
}
