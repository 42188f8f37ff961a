import type { ButtonHTMLAttributes } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A button that goes when it has done its work. If it has the focus then, the nearest heading that stays gets it. */
export function LeavingButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current === null || document.activeElement !== current) return;
      const headings = headingsAround(current);
      // After all that goes with it is gone.
      queueMicrotask(() => focusFirst(headings));
    };
  }, []);
  return <button {...props} ref={button} type="button" />;
}

/** The headings of what an element is in, the nearest first. */
function headingsAround(element: HTMLElement): readonly HTMLElement[] {
  const headings: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const heading = at.querySelector<HTMLElement>("h1, h2, h3");
    if (heading !== null) headings.push(heading);
  }
  return headings;
}

function focusFirst(headings: readonly HTMLElement[]): void {
  // Something else may have the focus already.
  if (document.activeElement !== document.body) return;
  const heading = headings.find(({ isConnected }) => isConnected);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus();
}
