import { signal } from "@preact/signals";
import type { paths } from "../../../client/paths.d.ts";
import { answer } from "../../api/answer.ts";
import { labelCounts } from "../../api/label-counts.ts";
import { service } from "../../api/service.ts";
import { willFollow } from "../../picture/habits.ts";
import { go, watchLink } from "../../route.ts";
import type { VideoStream } from "./watching.ts";

/**
 * The video before, the video after, or the next video without labels. If all later videos have labels, the last one is
 * an earlier video without labels.
 */
export type Wanted = "before" | "after" | "unlabelled";

/** The result of a request for another video. */
type Result =
  | { readonly kind: "none"; readonly wanted: Wanted }
  | { readonly kind: "failed"; readonly error: unknown };

type Query = NonNullable<paths["/videostreams"]["get"]["parameters"]["query"]>;
type Timed = Pick<VideoStream, "id" | "startTime">;

const pageSize = 50;

/** The message to show in a stream that such a request has opened. */
let arrival: { readonly stream: number; readonly result: Result | undefined } | undefined;

/** Finds and opens other streams of the same camera. */
export class Neighbours {
  /** The reason for which no other video was opened. */
  readonly result = signal<Result | undefined>(undefined);
  /** Waits until all actions in this stream are completed. */
  ready: () => Promise<void> = () => Promise.resolve();
  readonly #stream: VideoStream;
  #wishes: readonly Wanted[] = [];
  #isBusy = false;

  constructor(stream: VideoStream) {
    this.#stream = stream;
    if (arrival?.stream === stream.id) this.result.value = arrival.result;
    arrival = undefined;
  }

  /** Opens another stream. A request during a search counts from the stream that the search finds. */
  async open(wanted: Wanted): Promise<void> {
    this.#wishes = [...this.#wishes, wanted];
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.result.value = undefined;
    try {
      const { at, result } = await this.#follow();
      if (at.id === this.#stream.id) {
        this.result.value = result;
      } else {
        arrival = { stream: at.id, result };
        willFollow();
        go(watchLink(at.id));
      }
    } catch (error) {
      this.#wishes = [];
      this.result.value = { kind: "failed", error };
    } finally {
      this.#isBusy = false;
    }
  }

  async #follow() {
    let at: Timed = this.#stream;
    let result: Result | undefined;
    while (this.#wishes.length > 0) {
      const [wanted = "after", ...others] = this.#wishes;
      this.#wishes = others;
      const found = await this.#find(wanted, at);
      result = found ? undefined : { kind: "none", wanted };
      at = found ?? at;
      await this.ready();
    }
    return { at, result };
  }

  async #find(wanted: Wanted, from: Timed): Promise<Timed | undefined> {
    const { startTime } = from;
    if (wanted === "before") {
      return this.#first({ order: "-startTime", "timespan[end]": startTime }, from, (order) => order < 0);
    }
    const later = { order: "startTime", "timespan[start]": startTime } as const;
    if (wanted === "after") return this.#first(later, from, (order) => order > 0);
    return (
      (await this.#first(later, from, (order) => order > 0, firstUnlabelled)) ??
      // Earlier videos may remain unlabelled, for example if the person began with the newest video.
      (await this.#first({ order: "startTime" }, from, (order) => order < 0, firstUnlabelled))
    );
  }

  /** Returns the first stream of a list that is before another one (order < 0), or after it. */
  async #first(
    query: Query,
    from: Timed,
    isThere: (order: number) => boolean,
    choose = async ([first]: readonly Timed[]) => first,
  ): Promise<Timed | undefined> {
    const { capturesource } = this.#stream;
    for (let offset = 0; ; offset += pageSize) {
      const params = { query: { ...query, capturesource, limit: pageSize, offset } };
      const { results, total } = await answer(service.GET("/videostreams", { params }));
      const there = results.filter((other) => isThere(orderOf(other, from)));
      const chosen = await choose(there);
      if (chosen !== undefined || offset + pageSize >= total) return chosen;
    }
  }
}

/** Compares by start, then by id. */
function orderOf(one: Timed, other: Timed): number {
  return Date.parse(one.startTime) - Date.parse(other.startTime) || one.id - other.id;
}

async function firstUnlabelled(streams: readonly Timed[]): Promise<Timed | undefined> {
  if (streams.length === 0) return undefined;
  const counts = await labelCounts(streams.map(({ id }) => id));
  return streams.find((_, i) => counts[i]?.all === 0);
}
