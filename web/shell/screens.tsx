import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Route } from "../route.ts";
import { Streams } from "../screens/streams/streams.tsx";

/** The component of each screen. The first one is part of the first load, the others come when they are opened. */
export const screens = {
  streams: Streams,
  watch: later(async () => (await import("../screens/watch/watch.tsx")).Watch),
} satisfies Partial<Record<Route["screen"], ComponentType>>;

/** A component that is loaded when it is first shown. */
function later(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<{ readonly Screen: ComponentType } | undefined>(undefined);
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      void load().then((Screen) => {
        loaded.value = { Screen };
      });
    }
    const { Screen } = loaded.value ?? {};
    return Screen ? <Screen /> : null;
  };
}
