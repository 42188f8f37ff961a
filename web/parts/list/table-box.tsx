import type { ComponentChildren } from "preact";
import { shellText } from "../../text/shell.ts";

type Props = { readonly label: string; readonly children: ComponentChildren };

/** A table that scrolls on its own if it is wider than the screen. The keyboard scrolls it, too. */
export function TableBox({ label, children }: Props) {
  return (
    <section class="table-box" aria-label={shellText.value.tableOf(label)} tabindex={0}>
      {children}
    </section>
  );
}
