import type { ComponentChildren } from "preact";
import { shellText } from "../../text/shell.ts";

type Props = { readonly label: string; readonly children: ComponentChildren };

/** A table that scrolls by itself where it is wider than the screen, also by the keyboard. */
export function TableBox({ label, children }: Props) {
  return (
    <section class="table-box" aria-label={shellText.value.tableOf(label)} tabindex={0}>
      {children}
    </section>
  );
}
