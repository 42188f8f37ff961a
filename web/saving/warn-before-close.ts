import { effect, type ReadonlySignal } from "@preact/signals";

/** Makes the browser ask before it closes the tab, while something is unfinished. */
export function warnBeforeClose(isUnfinished: ReadonlySignal<boolean>): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  effect(() => {
    if (isUnfinished.value) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  });
}
