import type { ComponentType } from "preact";
import { later } from "../parts/later.tsx";
import type { Route } from "../route.ts";
import { Streams } from "../screens/streams/streams.tsx";

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
