import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type Selection = {
  /** The selected label; `undefined` if none is selected. */
  readonly id: number | undefined;
  /** `true` if the list has a row for it, which may be out of sight. */
  readonly isListed: boolean;
};

/**
 * Moves the focus with the selection from one row of a label to another, because Enter names the label of the row that
 * has the focus. If the selected label has no row, no row keeps the focus: Enter then names the selected label.
 * @param list the list of all labels. A row out of sight is drawn after the list has been scrolled to it
 */
export function useFollowingFocus(list: RefObject<HTMLElement | null>, { id, isListed }: Selection): void {
  const followed = useRef(id);
  const isToMove = useRef(false);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (followed.current !== id) {
      followed.current = id;
      isToMove.current = id !== undefined && focused?.matches(".label-row") === true;
    }
    if (!isToMove.current) return;
    const row = [focused?.closest(".rows"), list.current]
      .map((each) => each?.querySelector<HTMLElement>(".label-row[aria-pressed=true]"))
      .find((each) => each);
    if (!row && isListed) return;
    isToMove.current = false;
    if (row) row.focus({ preventScroll: true });
    else if (focused instanceof HTMLElement) focused.blur();
  });
}
