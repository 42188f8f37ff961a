import * as z from "zod/mini";
import { apiClient } from "./api-client.ts";
import { stackAdmin } from "./running-stack.ts";
import { setRole } from "./set-role.ts";

const Me = z.object({ role: z.string() });

/**
 * Returns a token of the stack's own admin. If another admin has deleted or demoted that user, the spare admin of this
 * start signs in and makes that user an admin again. The spare admin is in the list of users only after it signs in.
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
      "An admin has deleted or demoted the stack's own admins. Stop the stack and start it again to get a new admin.",
    );
  }
  await setRole(origin, spare, stackAdmin, "admin");
  return own;
}

/** Signs in and returns true for an admin. The first sign-in of an address in AdminEmails makes its user an admin. */
async function isAdmin(origin: string, token: string): Promise<boolean> {
  const client = apiClient(origin, token);
  const { status, body } = await client.call("GET", "/users/me");
  // A deleted user gets 403.
  if (status === 403) return false;
  // For any other status, repeats the request, so that it throws the API's message.
  const me = status === 200 ? body : await client.expect(200, "GET", "/users/me");
  return z.parse(Me, me).role === "admin";
}
