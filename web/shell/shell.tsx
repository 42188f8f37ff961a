import { route, streamsLink } from "../route.ts";
import { text } from "../text/text.ts";
import { screens } from "./screens.tsx";

/** The bar, and the screen that the address names. */
export function Shell() {
  const { screen } = route.value;
  const Screen = screen === "unknown" ? screens.streams : screens[screen];
  return (
    <>
      <header>
        <a href={streamsLink()}>{text.value.shell.streams}</a>
      </header>
      <main id="main">
        <Screen />
      </main>
    </>
  );
}
