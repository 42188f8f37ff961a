import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** Screens whose address names no record. */
const plainScreens = ["find", "review", "map", "plots", "upload", "more"] as const;

/** What the part of the address after `#` says. */
export type Route = {
  readonly screen: "streams" | "watch" | (typeof plainScreens)[number] | "unknown";
  /** The record that the screen shows: of Watch, the stream. */
  readonly id?: number;
  readonly params: URLSearchParams;
};

/** Reads `#/streams/5?t=00:01:30.500`. Without a path it is the list of streams. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  if (path === "" || path === "/" || path === "/streams") return { screen: "streams", params };
  const plain = plainScreens.find((screen) => path === `/${screen}`);
  if (plain !== undefined) return { screen: plain, params };
  const id = /^\/streams\/([1-9]\d{0,14})$/.exec(path)?.[1];
  return id === undefined ? { screen: "unknown", params } : { screen: "watch", id: Number(id), params };
}

/** The address of the list of streams, with its filters. */
export function streamsLink(params = new URLSearchParams()): string {
  return `#/streams${queryOf(params)}`;
}

/** The address of the map, with the filters of Find. */
export function mapLink(params = new URLSearchParams()): string {
  return `#/map${queryOf(params)}`;
}

/** The address of the plots, with the filters of Find. */
export function plotsLink(params = new URLSearchParams()): string {
  return `#/plots${queryOf(params)}`;
}

/** The address of More. @param show the part, such as `species` */
export function moreLink(show = "cameras"): string {
  return `#/more?show=${show}`;
}

/** The address of Find, with its filters. */
export function findLink(params = new URLSearchParams()): string {
  return `#/find${queryOf(params)}`;
}

/** The address of Review, with its filters. */
export function reviewLink(params = new URLSearchParams()): string {
  return `#/review${queryOf(params)}`;
}

/** The address of a stream in Watch. */
export function watchLink(stream: number, params = new URLSearchParams()): string {
  return `#/streams/${stream}${queryOf(params)}`;
}

/** The address of Upload. */
export const uploadLink = "#/upload";

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

/** The screen that the address names now. */
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

function queryOf(params: URLSearchParams): string {
  // Times and lists stay readable in the address.
  const query = params.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return query === "" ? "" : `?${query}`;
}
