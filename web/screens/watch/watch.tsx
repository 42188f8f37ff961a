import { route } from "../../route.ts";
import { text } from "../../text/text.ts";

/** One stream with its labels. */
export function Watch() {
  return (
    <h1>
      {text.value.watch.title} {route.value.id}
    </h1>
  );
}
