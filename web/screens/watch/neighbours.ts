import { signal } from "@preact/signals";
import { answer } from "../../api/answer.ts";
import { service } from "../../api/service.ts";
import { go, watchLink } from "../../route.ts";
import type { VideoStream } from "./watching.ts";

/** -1 for the video before, 1 for the one after. */
export type Direction = -1 | 1;

/** What came of the wish for another video. */
type Result =
  | { readonly kind: "end"; readonly direction: Direction }
  | { readonly kind: "failed"; readonly error: unknown };

const pageSize = 20;

/** Leads from a stream to those that the same camera recorded before and after it. */
export class Neighbours {
  /** Why no other video was opened. */
  readonly result = signal<Result | undefined>(undefined);
  readonly #stream: VideoStream;
  #isBusy = false;

  constructor(stream: VideoStream) {
    this.#stream = stream;
  }

  /** Opens the stream that begins next in a direction. */
  async open(direction: Direction): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.result.value = undefined;
    try {
      const next = await this.#find(direction);
      if (next) go(watchLink(next.id));
      else this.result.value = { kind: "end", direction };
    } catch (error) {
      this.result.value = { kind: "failed", error };
    } finally {
      this.#isBusy = false;
    }
  }

  async #find(direction: Direction): Promise<VideoStream | undefined> {
    const { capturesource, startTime } = this.#stream;
    const query =
      direction === 1
        ? ({ order: "startTime", "timespan[start]": startTime } as const)
        : ({ order: "-startTime", "timespan[end]": startTime } as const);
    // Streams that last longer, and those with the same start, come before the one that is wanted.
    for (let offset = 0; ; offset += pageSize) {
      const params = { query: { ...query, capturesource, limit: pageSize, offset } };
      const { results, total } = await answer(service.GET("/videostreams", { params }));
      const next = results.find((other) => Math.sign(order(other, this.#stream)) === direction);
      if (next || offset + pageSize >= total) return next;
    }
  }
}

/** Above 0 if a stream comes after another one: by start, then by id. */
function order(a: Pick<VideoStream, "id" | "startTime">, b: Pick<VideoStream, "id" | "startTime">): number {
  return Date.parse(a.startTime) - Date.parse(b.startTime) || a.id - b.id;
}
