import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Route } from "../route.ts";
import { Streams } from "../screens/streams/streams.tsx";
import { shellText } from "../text/shell.ts";

/**
 * The component of each screen. Only the first screen is part of the first load. The code of the other screens is loaded
 * when they are opened.
 */
export const screens: Readonly<Record<Exclude<Route["screen"], "unknown">, ComponentType>> = {
  streams: Streams,
  map: later(async () => (await import("../screens/map/map.tsx")).SiteMap),
  more: later(async () => (await import("../screens/more/more.tsx")).More),
  plots: later(async () => (await import("../screens/plots/plots.tsx")).Plots),
  watch: later(async () => (await import("../screens/watch/watch.tsx")).Watch),
  find: later(async () => (await import("../screens/find/find.tsx")).Find),
  review: later(async () => (await import("../screens/review/review.tsx")).Review),
  upload: later(async () => (await import("../screens/upload/upload.tsx")).Upload),
};

/** A component whose code is loaded when it is first shown. */
function later(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<{ readonly Screen: ComponentType } | "missing" | undefined>(undefined);
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      load().then(
        (Screen) => {
          loaded.value = { Screen };
        },
        () => {
          loaded.value = "missing";
        },
      );
    }
    if (loaded.value === "missing") return <NewVersion />;
    const { Screen } = loaded.value ?? {};
    return Screen ? <Screen /> : null;
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
