import type { FindUser } from "../../shared/auth/authentication.ts";
import { emailKey } from "../../shared/domain/person/email.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { Fault, notFound } from "../../shared/domain/wire/fault.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewUser } from "../../shared/views/person/user.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findUser: FindUser };
type Input = InputOf<typeof contract, "params">;

/** Returns a user to that user or to an admin. */
export function getUser({ findUser }: Deps) {
  return async ({ params: { email } }: Input, calling: Eventual<User>) => {
    const found = handled(findUser(email));
    const caller = await calling;
    if (caller.role !== "admin" && emailKey(email) !== emailKey(caller.email)) {
      throw new Fault("forbidden", "Only an admin may see other users.");
    }
    const user = await found;
    if (user === undefined || user.disabled) throw notFound("user", email);
    return { status: 200, version: user.version, body: viewUser(user) } as const;
  };
}
