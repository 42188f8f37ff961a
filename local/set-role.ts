import * as z from "zod/mini";

const Problem = z.object({ title: z.string(), detail: z.string() });

type Answer = { readonly status: number; readonly body: unknown };

/**
 * Gives a person a role over the API, as an admin: invites who is not there, changes who is.
 * @param adminToken a token of the stack's admin
 * @throws Error with a sentence for the user
 */
export async function setRole(
  origin: string,
  adminToken: string,
  email: string,
  role: string,
): Promise<void> {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${origin}/api/v1${path}`, init).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${origin}: run npm start first.`, { cause });
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  await call("GET", "/users/me").then(expect(200));
  const invited = await call("POST", "/users", { email, role });
  if (invited.status === 201) return;
  if (invited.status !== 409) expect(201)(invited);
  await call("PATCH", `/users/${encodeURIComponent(email)}`, { role }).then(expect(200));
}

function expect(status: number) {
  return (answer: Answer): void => {
    if (answer.status === status) return;
    const problem = z.safeParse(Problem, answer.body);
    throw new Error(
      problem.success ? `${problem.data.title}: ${problem.data.detail}` : `Answer ${answer.status}`,
    );
  };
}
