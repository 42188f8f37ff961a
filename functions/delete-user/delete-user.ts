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
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Disables a user at once. The record stays, so that the user's annotations keep their author. */
export function deleteUser({ findUser, users }: Deps) {
  return async ({ params: { email }, ifMatch }: Input) => {
    const user = await retryChanged(async () => {
      const found = await findUser(email);
      if (found === undefined || found.disabled) throw notFound("user", email);
      requireMatch(ifMatch, found.version, viewUser(found));
      return users.update(found, { disabled: true });
    });
    if (typeof user === "string") throw refusedChange(user);
    return { status: 200 } as const;
  };
}
