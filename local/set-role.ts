import { apiClient } from "./api-client.ts";

/**
 * Gives a user a role through the API. Invites a new user, or changes the role of an existing one.
 * @param adminToken a token of the stack's admin
 * @throws Error with a sentence for the user
 */
export async function setRole(
  origin: string,
  adminToken: string,
  email: string,
  role: string,
): Promise<void> {
  const admin = apiClient(origin, adminToken);
  await admin.expect(200, "GET", "/users/me");
  const invited = await admin.call("POST", "/users", { body: { email, role } });
  if (invited.status === 201) return;
  if (invited.status === 409) {
    await admin.expect(200, "PATCH", `/users/${encodeURIComponent(email)}`, { body: { role } });
    return;
  }
  // Repeats the request, so that it throws the API's message about the e-mail address or the role.
  await admin.expect(201, "POST", "/users", { body: { email, role } });
}
