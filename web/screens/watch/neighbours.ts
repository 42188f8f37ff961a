import { signal } from "@preact/signals";
import type { paths } from "../../../client/paths.d.ts";
import { answer } from "../../api/answer.ts";
import { labelCounts } from "../../api/label-counts.ts";
import { service } from "../../api/service.ts";
import { willFollow } from "../../picture/habits.ts";
import { go, watchLink } from "../../route.ts";
import type { VideoStream } from "./watching.ts";

/** The video before, the one after, or the next one without labels: one before if there is none after. */
export type Wanted = "before" | "after" | "unlabelled";

/** What came of the wish for another video. */
type Result =
  | { readonly kind: "none"; readonly wanted: Wanted }
  | { readonly kind: "failed"; readonly error: unknown };

type Query = NonNullable<paths["/videostreams"]["get"]["parameters"]["query"]>;
type Timed = Pick<VideoStream, "id" | "startTime">;

const pageSize = 50;

/** Leads from a stream to others that the same camera recorded. */
export class Neighbours {
  /** Why no other video was opened. */
  readonly result = signal<Result | undefined>(undefined);
  readonly #stream: VideoStream;
  #isBusy = false;

  constructor(stream: VideoStream) {
    this.#stream = stream;
  }

  /** Opens another stream. @param decided what must be done in this one before */
  async open(wanted: Wanted, decided?: Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.result.value = undefined;
    try {
      const [next] = await Promise.all([this.#find(wanted), decided]);
      if (next === undefined) {
        this.result.value = { kind: "none", wanted };
      } else {
        willFollow();
        go(watchLink(next));
      }
    } catch (error) {
      this.result.value = { kind: "failed", error };
    } finally {
      this.#isBusy = false;
    }
  }

  /** @returns the id of the stream */
  async #find(wanted: Wanted): Promise<number | undefined> {
    const { startTime } = this.#stream;
    if (wanted === "before") {
      return this.#first({ order: "-startTime", "timespan[end]": startTime }, (order) => order < 0);
    }
    const later = { order: "startTime", "timespan[start]": startTime } as const;
    if (wanted === "after") return this.#first(later, (order) => order > 0);
    return (
      (await this.#first(later, (order) => order > 0, firstUnlabelled)) ??
      // Those before are left when somebody began with the newest.
      (await this.#first({ order: "startTime" }, (order) => order < 0, firstUnlabelled))
    );
  }

  /** The first stream of a list that comes where it should: before this one (order < 0), or after it. */
  async #first(
    query: Query,
    isThere: (order: number) => boolean,
    choose = async ([first]: readonly number[]) => first,
  ): Promise<number | undefined> {
    const { capturesource } = this.#stream;
    for (let offset = 0; ; offset += pageSize) {
      const params = { query: { ...query, capturesource, limit: pageSize, offset } };
      const { results, total } = await answer(service.GET("/videostreams", { params }));
      const there = results.filter((other) => isThere(orderOf(other, this.#stream)));
      const chosen = await choose(there.map(({ id }) => id));
      if (chosen !== undefined || offset + pageSize >= total) return chosen;
    }
  }
}

/** By start, then by id. */
function orderOf(one: Timed, other: Timed): number {
  return Date.parse(one.startTime) - Date.parse(other.startTime) || one.id - other.id;
}

async function firstUnlabelled(streams: readonly number[]): Promise<number | undefined> {
  if (streams.length === 0) return undefined;
  const counts = await labelCounts(streams);
  return streams.find((_, i) => counts[i]?.all === 0);
}
