// Before all scripts that use it.
import "./dispose-symbol.ts";
import { render } from "preact";
import { hearKeys } from "./keys/hearing.ts";
import { showColours } from "./preferences.ts";
import { Shell } from "./shell/shell.tsx";
import { opened } from "./sign-in/answer.ts";
import { start } from "./sign-in/session.ts";
import { passOn } from "./sign-in/window.ts";
import { shellText } from "./text/shell.ts";

showColours();
hearKeys();
const place = document.getElementById("page");
if (place && passOn(opened.answer)) {
  // The browser may refuse to close the window.
  render(<p class="message">{shellText.value.closeWindow}</p>, place);
} else if (place) {
  render(<Shell />, place);
  void start();
}
