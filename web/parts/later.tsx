import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { shellText } from "../text/shell.ts";

/** A component whose code is loaded when it is first shown. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<{ readonly Component: ComponentType<P> } | "missing" | undefined>(undefined);
  let asked = false;
  return (props) => {
    if (!asked) {
      asked = true;
      load().then(
        (Component) => {
          loaded.value = { Component };
        },
        () => {
          loaded.value = "missing";
        },
      );
    }
    if (loaded.value === "missing") return <NewVersion />;
    const { Component } = loaded.value ?? {};
    return Component ? <Component {...props} /> : null;
  };
}

/** Shown when a file of the page is missing, because a newer version was deployed. */
function NewVersion() {
  const { newVersion, reload } = shellText.value;
  return (
    <div class="notice" role="alert">
      <p>{newVersion}</p>
      <button type="button" onClick={() => location.reload()}>
        {reload}
      </button>
    </div>
  );
}
