import { signal } from "@preact/signals";
import { answer } from "../../api/answer.ts";
import { labelCounts } from "../../api/label-counts.ts";
import { service } from "../../api/service.ts";
import { willFollow } from "../../picture/habits.ts";
import { go, watchLink } from "../../route.ts";
import type { VideoStream } from "./watching.ts";

/** The video before, the one after, or the next one after that has no labels. */
export type Wanted = "before" | "after" | "unlabelled";

/** What came of the wish for another video. */
type Result =
  | { readonly kind: "none"; readonly wanted: Wanted }
  | { readonly kind: "failed"; readonly error: unknown };

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
    const { capturesource, startTime } = this.#stream;
    const query =
      wanted === "before"
        ? ({ order: "-startTime", "timespan[end]": startTime } as const)
        : ({ order: "startTime", "timespan[start]": startTime } as const);
    // Streams that last longer, and those with the same start, come before the one that is wanted.
    for (let offset = 0; ; offset += pageSize) {
      const params = { query: { ...query, capturesource, limit: pageSize, offset } };
      const { results, total } = await answer(service.GET("/videostreams", { params }));
      const ids = results.filter((other) => this.#isBeyond(other, wanted)).map(({ id }) => id);
      const next = wanted === "unlabelled" ? await firstUnlabelled(ids) : ids[0];
      if (next !== undefined || offset + pageSize >= total) return next;
    }
  }

  #isBeyond(other: VideoStream, wanted: Wanted): boolean {
    const order =
      Date.parse(other.startTime) - Date.parse(this.#stream.startTime) || other.id - this.#stream.id;
    return wanted === "before" ? order < 0 : order > 0;
  }
}

async function firstUnlabelled(streams: readonly number[]): Promise<number | undefined> {
  if (streams.length === 0) return undefined;
  const counts = await labelCounts(streams);
  return streams.find((_, i) => counts[i]?.all === 0);
}
