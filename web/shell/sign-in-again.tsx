import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { reasonOf, signInAgain } from "../sign-in/session.ts";
import { shellText } from "../text/shell.ts";

/** Asks a person to sign in again, in a dialog above the unchanged screen. */
export function SignInAgain({ email }: { readonly email: string }) {
  const shell = shellText.value;
  const problem = useSignal<string | undefined>(undefined);
  const [gone] = useState(() => new AbortController());
  useEffect(() => () => gone.abort(), [gone]);

  async function open() {
    problem.value = undefined;
    try {
      const outcome = await signInAgain(gone.signal);
      if (outcome === "blocked") problem.value = shell.blocked;
      if (outcome === "another person") problem.value = shell.anotherPerson(email);
    } catch (error) {
      const reason = reasonOf(error);
      if (!gone.signal.aborted) problem.value = reason ? shell.failed(reason) : shell.noConnection;
    }
  }

  return (
    <Dialog title={shell.ended}>
      <p>{shell.endedHow(email)}</p>
      {problem.value !== undefined && (
        <p class="notice bad" role="alert">
          {problem.value}
        </p>
      )}
      <button type="button" class="primary" onClick={() => void open()}>
        {shell.signIn}
      </button>
    </Dialog>
  );
}
