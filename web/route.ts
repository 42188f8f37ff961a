import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { idOf } from "./record-id.ts";

/** Screens whose address names no record. */
const plainScreens = ["find", "review", "map", "plots", "upload", "more"] as const;

/** The screen and its parameters, from the part of the address after `#`. */
export type Route = {
  readonly screen: "streams" | "watch" | (typeof plainScreens)[number] | "unknown";
  /** Id of the record that the screen shows: in Watch, the stream. */
  readonly id?: number;
  readonly params: URLSearchParams;
};

/** Parses `#/streams/5?t=00:01:30.500`. Without a path, the screen is the list of streams. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  if (path === "" || path === "/" || path === "/streams") return { screen: "streams", params };
  const plain = plainScreens.find((screen) => path === `/${screen}`);
  if (plain !== undefined) return { screen: plain, params };
  const id = idOf(/^\/streams\/(.*)$/.exec(path)?.[1]);
  return id === undefined ? { screen: "unknown", params } : { screen: "watch", id, params };
}

/** Returns the address of a screen. @param params for Find, Review, Map and Plots: the filters */
export function screenLink(
  screen: "streams" | (typeof plainScreens)[number],
  params?: URLSearchParams,
): string {
  return `#/${screen}${queryOf(params)}`;
}

/** Returns the address of Find, with its filters. */
export function findLink(params: URLSearchParams): string {
  return screenLink("find", params);
}

/** Returns the address of a section of More, such as `species`. */
export function moreLink(show: string): string {
  return `#/more?show=${show}`;
}

/** Returns the address of a stream in Watch. */
export function watchLink(stream: number, params?: URLSearchParams): string {
  return `#/streams/${stream}${queryOf(params)}`;
}

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

/** The current screen, from the address. */
export const route: ReadonlySignal<Route> = computed(() => parseRoute(hash.value));

/** Goes to an address such as `#/streams`. The browser's Back returns. */
export function go(to: string): void {
  location.hash = to;
}

/** Changes the parameters of the address in place, without a step in the browser's history. */
export function replaceParams(params: URLSearchParams): void {
  const [path] = location.hash.split("?");
  history.replaceState(null, "", `${path || "#/streams"}${queryOf(params)}`);
  hash.value = location.hash;
}

function queryOf(params = new URLSearchParams()): string {
  // Keeps times and lists readable in the address.
  const query = params.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return query === "" ? "" : `?${query}`;
}
