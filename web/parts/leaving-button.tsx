import type { ButtonHTMLAttributes } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A button that disappears after its work. If it has the focus then, the nearest remaining heading gets the focus. */
export function LeavingButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current === null || document.activeElement !== current) return;
      const headings = headingsAround(current);
      // Runs after the button's surroundings have disappeared, too.
      queueMicrotask(() => focusFirst(headings));
    };
  }, []);
  return <button {...props} ref={button} type="button" />;
}

/** Returns the headings of the elements around an element, the nearest first. */
function headingsAround(element: HTMLElement): readonly HTMLElement[] {
  const headings: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const heading = at.querySelector<HTMLElement>("h1, h2, h3");
    if (heading !== null) headings.push(heading);
  }
  return headings;
}

function focusFirst(headings: readonly HTMLElement[]): void {
  // Another element may already have the focus.
  if (document.activeElement !== document.body) return;
  const heading = headings.find(({ isConnected }) => isConnected);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus();
}
