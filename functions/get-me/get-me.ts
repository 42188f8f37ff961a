import { deletedUser, type FindUser } from "../../shared/auth/authentication.ts";
import { emailDomain, emailKey } from "../../shared/domain/person/email.ts";
import type { Role } from "../../shared/domain/person/role.ts";
import type { Identity, User } from "../../shared/domain/person/user.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { AdmissionSettings } from "../../shared/runtime/env.ts";
import type { UserWriter } from "../../shared/store/person/user-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewUser } from "../../shared/views/person/user.ts";

type Deps = {
  readonly findUser: FindUser;
  readonly users: Pick<UserWriter, "register" | "acceptInvitation" | "promoteFirstAdmin">;
  readonly admission: AdmissionSettings;
};

/** Returns the caller's user. The first call accepts an invitation, or creates the user if the settings allow it. */
export function getMe({ findUser, users, admission }: Deps) {
  const admins = new Set(admission.adminEmails.map(emailKey));
  const domains = new Set(admission.allowedDomains.map(emailKey));

  async function register(identity: Identity): Promise<User | "changed-meanwhile"> {
    const role = roleAtFirstSignIn(identity.email);
    if (role === undefined) {
      throw new Fault("forbidden", `Ask an admin of this service to invite ${identity.email}.`);
    }
    return users.register(identity.email, role, identity.name);
  }

  function roleAtFirstSignIn(email: string): Role | undefined {
    if (admins.has(emailKey(email))) return "admin";
    return domains.has(emailDomain(email)) ? "readonly" : undefined;
  }

  async function updateAtSignIn(user: User, identity: Identity): Promise<User | "changed-meanwhile"> {
    if (user.disabled) throw new Fault("forbidden", deletedUser(identity.email));
    if (user.invited) {
      const updated = await users.acceptInvitation(user, identity.name);
      return updated === "last-admin" ? user : updated;
    }
    if (user.role === "admin" || !admins.has(emailKey(user.email))) return user;
    const promoted = await users.promoteFirstAdmin(user);
    return promoted === "admin-exists" ? user : promoted;
  }

  return async (_input: unknown, calling: Eventual<Identity>) => {
    const identity = await calling;
    const me = await retryChanged(async () => {
      const user = await findUser(identity.email);
      return user === undefined ? register(identity) : updateAtSignIn(user, identity);
    });
    return { status: 200, version: me.version, body: viewUser(me) } as const;
  };
}
