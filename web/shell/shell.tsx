import { useLayoutEffect, useRef } from "preact/hooks";
import { Refusal } from "../api/answer.ts";
import { useMe } from "../api/me.ts";
import { Loading } from "../parts/loading.tsx";
import { Problem } from "../parts/problem.tsx";
import { route, screenLink } from "../route.ts";
import { session } from "../sign-in/session.ts";
import { shellText } from "../text/shell.ts";
import { Bar } from "./bar.tsx";
import { screens } from "./screens.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { NotLetIn, NotSignedIn } from "./sign-in-states.tsx";

/** The whole page: the bar, and below it the screen in the address. */
export function Shell() {
  const current = session.value;
  if (current.kind !== "signed in") {
    return (
      <main>
        <NotSignedIn session={current} />
      </main>
    );
  }
  return (
    <>
      <SignedIn email={current.email} />
      {current.ended && <SignInAgain email={current.email} />}
    </>
  );
}

function SignedIn({ email }: { readonly email: string }) {
  const main = useRef<HTMLElement>(null);
  const me = useMe();
  const { screen, id } = route.value;
  const isFirst = useRef(true);
  // Focuses a new screen, so that screen readers begin there.
  useLayoutEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [screen, id]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {shellText.value.skip}
      </button>
      <Bar me={me.data} />
      <main ref={main} tabIndex={-1} data-screen={screen}>
        {me.isPending && <Loading what={shellText.value.yourAccess} />}
        {me.error && <NotAdmitted error={me.error} email={email} onRetry={() => void me.refetch()} />}
        {me.data && <Screen />}
      </main>
    </>
  );
}

type NotAdmittedProps = { readonly error: Error; readonly email: string; readonly onRetry: () => void };

function NotAdmitted({ error, email, onRetry }: NotAdmittedProps) {
  if (error instanceof Refusal && error.status === 403) {
    return <NotLetIn email={email} detail={error.message} />;
  }
  return <Problem error={error} onRetry={onRetry} />;
}

function Screen() {
  const { screen, id } = route.value;
  if (screen === "unknown") {
    return (
      <section class="message">
        <h1>{shellText.value.unknownScreen}</h1>
        <a href={screenLink("streams")}>{shellText.value.toStreams}</a>
      </section>
    );
  }
  const Shown = screens[screen];
  return <Shown key={id} />;
}
