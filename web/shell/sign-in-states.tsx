import type { ComponentChildren } from "preact";
import { type Session, signIn, signOut } from "../sign-in/session.ts";
import { shellText } from "../text/shell.ts";

/** Replaces the screen while nobody is signed in. */
export function NotSignedIn({ session }: { readonly session: Session }) {
  const shell = shellText.value;
  if (session.kind === "signed out") {
    return (
      <Message title={shell.signedOut}>
        <button type="button" class="primary" onClick={() => void signIn("select_account")}>
          {shell.signIn}
        </button>
      </Message>
    );
  }
  if (session.kind === "failed" && !isSecureContext) {
    return (
      <Message title={shell.notSignedIn}>
        <p>{shell.insecure}</p>
      </Message>
    );
  }
  if (session.kind === "failed") {
    return (
      <Message title={shell.notSignedIn}>
        <p>{session.reason === undefined ? shell.noConnection : shell.failed(session.reason)}</p>
        <button type="button" class="primary" onClick={() => void signIn()}>
          {shell.tryAgain}
        </button>
      </Message>
    );
  }
  return (
    <p class="message appears-late" role="status">
      {shell.signingIn}
    </p>
  );
}

/** Replaces the screen for people without access, and says whom to ask. */
export function NotLetIn({ email, detail }: { readonly email: string; readonly detail: string }) {
  const shell = shellText.value;
  return (
    <Message title={shell.notLetIn}>
      <p>{detail}</p>
      <p>{shell.signedInAs(email)}</p>
      <button type="button" onClick={signOut}>
        {shell.otherPerson}
      </button>
    </Message>
  );
}

function Message({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="message">
      <p class="quiet">{shellText.value.product}</p>
      <h1>{title}</h1>
      {children}
    </section>
  );
}
