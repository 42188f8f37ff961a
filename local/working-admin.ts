import * as z from "zod/mini";
import { apiClient } from "./api-client.ts";
import { stackAdmin } from "./running-stack.ts";
import { setRole } from "./set-role.ts";

const Me = z.object({ role: z.string() });

/**
 * Returns a token of the stack's own admin. If another admin has deleted or demoted that user, the spare admin of this
 * start signs in and makes it an admin again. Until then the spare admin is no user, so it is not in the list of users.
 * @param tokenFor signs a token for an e-mail address
 * @throws Error with a sentence for the user when the spare admin was deleted or demoted too
 */
export async function workingAdmin(
  origin: string,
  spareAdmin: string,
  tokenFor: (email: string) => Promise<string>,
): Promise<string> {
  const own = await tokenFor(stackAdmin);
  if (await isAdmin(origin, own)) return own;
  const spare = await tokenFor(spareAdmin);
  if (!(await isAdmin(origin, spare))) {
    throw new Error(
      "An admin has deleted or demoted the stack's own admins. Stop the stack and start it again: it gets a new one.",
    );
  }
  await setRole(origin, spare, stackAdmin, "admin");
  return own;
}

/** Signs in. The first sign-in makes the owner of an address in AdminEmails an admin. */
async function isAdmin(origin: string, token: string): Promise<boolean> {
  const client = apiClient(origin, token);
  const { status, body } = await client.call("GET", "/users/me");
  // 403 for a deleted user.
  if (status === 403) return false;
  // With another status, fails again and throws the API's sentence.
  const me = status === 200 ? body : await client.expect(200, "GET", "/users/me");
  return z.parse(Me, me).role === "admin";
}
