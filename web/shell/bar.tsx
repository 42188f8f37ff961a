import { isAtLeast, type Me } from "../api/me.ts";
import { waiting } from "../api/service.ts";
import { keyAnswer } from "../keys/hearing.ts";
import { placesHidden } from "../parts/places/hidden.ts";
import { route, screenLink } from "../route.ts";
import { SavingStatus } from "../saving/saving-status.tsx";
import { signOut } from "../sign-in/session.ts";
import { placesText } from "../text/places.ts";
import { shellText } from "../text/shell.ts";
import { Keys } from "./keys.tsx";

type Props = {
  /** `undefined` until the service has responded, and for people without access. */
  readonly me: Me | undefined;
};

const screens = ["streams", "find", "review", "map", "plots", "upload", "more"] as const;

/** The lowest role that can use a screen. */
const leastRoles: Readonly<Record<string, Me["role"]>> = { review: "annotator", upload: "curator" };

/** The bar on top of every screen: links to the screens, waiting requests, and the person. */
export function Bar({ me }: Props) {
  const shell = shellText.value;
  const places = placesText.value;
  const { screen } = route.value;
  const shown = screens.filter((name) => me && isAtLeast(me.role, leastRoles[name] ?? "readonly"));
  return (
    <header class="bar">
      {me && (
        <nav aria-label={shell.screens}>
          {shown.map((name) => (
            <a key={name} href={screenLink(name)} aria-current={screen === name ? "page" : undefined}>
              {shell[name]}
            </a>
          ))}
        </nav>
      )}
      {placesHidden.value && (
        <button
          type="button"
          class="hidden-places"
          onClick={() => {
            placesHidden.value = false;
          }}
        >
          {places.hidden} <u>{places.show}</u>
        </button>
      )}
      <Waiting />
      {me && <SavingStatus me={me} />}
      <Keys />
      {me && <Account me={me} />}
    </header>
  );
}

/** Says why the last key did nothing, or why requests wait. Waiting requests are repeated automatically. */
function Waiting() {
  const reason = waiting.value?.reason;
  return (
    <p class="waiting" role="status">
      {keyAnswer.value ?? (reason && shellText.value[reason])}
    </p>
  );
}

function Account({ me }: { readonly me: Me }) {
  const shell = shellText.value;
  return (
    <>
      <button
        type="button"
        class="plain account"
        popovertarget="account"
        aria-label={shell.account(me.display_name)}
      >
        {me.display_name}
      </button>
      <div id="account" class="menu panel" popover="auto">
        <p>
          <strong>{me.display_name}</strong>
          <br />
          {me.email}
          <br />
          {shell.roles[me.role]}
        </p>
        <button type="button" onClick={signOut}>
          {shell.signOut}
        </button>
      </div>
    </>
  );
}
