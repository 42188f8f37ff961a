import { signal } from "@preact/signals";

/** The ID token that requests carry. It is in memory only. */
const idToken = signal<string | undefined>(undefined);

/** The token of the person who is signed in. */
export async function credential(): Promise<string> {
  return idToken.value ?? "";
}
