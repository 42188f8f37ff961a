import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { answer } from "../../api/answer.ts";
import { service } from "../../api/service.ts";
import { blankSpecies } from "../../api/species.ts";
import { type Claims, isFull, type Label, labelOf, type Row } from "../../labels/label.ts";
import { LabelSet, type Stretch } from "../../labels/label-set.ts";
import { formatOffset } from "../../labels/offset.ts";
import type { News } from "../../saving/outcome.ts";
import { WrittenClaims } from "./written-claims.ts";

const pageSize = 100;

/** Maximum number of pages in flight, so that a first visit leaves the service capacity for others. */
const atOnce = 4;

/** Time before and after the current frame within which changes of others are looked for, in milliseconds. */
const aroundMs = 60_000;

const always: Stretch = { startMs: 0, endMs: Number.POSITIVE_INFINITY };

/** Lists may lag a write by this time. So a label that was saved within this time may be missing without being deleted. */
const lagMs = 5000;

/** Returns the labels to show, from the labels of the service. The function reads signals. */
export type Overlay = (served: LabelSet, blanks: ReadonlySet<number>, claims: Claims) => LabelSet;

/** The fetched labels of a stream. */
export class StreamLabels {
  /** The labels as the service has them. */
  readonly served = signal(new LabelSet());
  /** The labels as shown, with unsaved changes. */
  readonly set: ReadonlySignal<LabelSet>;
  readonly overlay = signal<Overlay>((served) => served);
  /** Returns `true` while changes of others must wait, so that nothing moves under the pointer. */
  isHeld: () => boolean = () => false;
  /** Number of labels; `undefined` until the service has responded. */
  readonly total = signal<number | undefined>(undefined);
  readonly isComplete = signal(false);
  readonly failure = signal<string | undefined>(undefined);
  readonly #stream: number;
  readonly #closed = new AbortController();
  #isRefreshing = false;
  #loading: Promise<void> | undefined;
  #savedMs = Number.NEGATIVE_INFINITY;
  #blanks: ReadonlySet<number> = new Set();
  readonly #claims = new WrittenClaims();
  /** Version of the part that was fetched last. */
  #seen: { readonly part: string; readonly etag: string } | undefined;

  constructor(stream: number) {
    this.#stream = stream;
    this.set = computed(() => this.overlay.value(this.served.value, this.#blanks, this.#claims.known.value));
  }

  /** Ids of the species that mean "nothing there". */
  get blanks(): ReadonlySet<number> {
    return this.#blanks;
  }

  /** Updates a label that was saved or deleted. */
  accept({ id, row }: Pick<News, "id" | "row">): void {
    this.#savedMs = performance.now();
    const served = this.served.peek();
    const isNew = served.get(id) === undefined;
    this.served.value = row ? served.withMore(this.#labels([row])) : served.without(new Set([id]));
    const change = row ? Number(isNew) : -Number(!isNew);
    if (this.total.peek() !== undefined) this.total.value = (this.total.peek() ?? 0) + change;
  }

  /**
   * Fetches all labels. If there are many labels, the labels around a time come first. All other labels are read by id, because for each page
   * by time the service must read all times of the stream.
   */
  load(nowMs: number): Promise<void> {
    this.#loading = this.#load(nowMs);
    return this.#loading;
  }

  /** Waits for running requests. @returns `true` if all labels have been fetched */
  async arrived(): Promise<boolean> {
    await this.#loading;
    return this.isComplete.peek();
  }

  async #load(nowMs: number): Promise<void> {
    this.failure.value = undefined;
    try {
      // The rows of labels do not say which species mean "nothing there".
      const [blanks, first] = await Promise.all([blankSpecies(), answer(this.#get(0))]);
      this.#blanks = new Set(blanks.map(({ id }) => id));
      this.#add(first.results);
      this.total.value = first.total;
      if (first.total > pageSize) this.#add((await answer(this.#get(0, around(nowMs)))).results);
      const offsets = Array.from(
        { length: Math.ceil(first.total / pageSize) - 1 },
        (_, i) => (i + 1) * pageSize,
      );
      const work = Array.from({ length: atOnce }, async () => {
        for (let next = offsets.shift(); next !== undefined; next = offsets.shift()) {
          this.#add((await answer(this.#get(next))).results);
        }
      });
      await Promise.all(work);
      this.isComplete.value = true;
    } catch (error) {
      if (!this.#closed.signal.aborted)
        this.failure.value = error instanceof Error ? error.message : String(error);
    }
  }

  /** Fetches all changes of others, or only the changes around a time if there are many labels. */
  async refresh(nowMs: number): Promise<void> {
    if (!this.isComplete.peek() || this.#isRefreshing || this.#mustWait()) return;
    this.#isRefreshing = true;
    // Without a connection, the next refresh comes soon.
    await this.#refresh(nowMs).catch(() => {});
    this.#isRefreshing = false;
  }

  #mustWait(): boolean {
    return this.isHeld() || performance.now() - this.#savedMs < lagMs;
  }

  async #refresh(nowMs: number): Promise<void> {
    const isSmall = (this.total.peek() ?? 0) <= pageSize;
    const part = isSmall ? undefined : around(nowMs);
    const key = part ? `${part.startMs}-${part.endMs}` : "all";
    const etag = this.#seen?.part === key ? this.#seen.etag : undefined;
    const { data, response } = await this.#get(0, part, etag);
    if (this.#mustWait()) return;
    // 304: nothing has changed.
    if (data === undefined) return;
    const tag = response.headers.get("etag");
    this.#seen = tag === null ? undefined : { part: key, etag: tag };
    const present = this.#labels(data.results);
    const isWhole = data.total <= present.length;
    const set = this.served.peek();
    this.served.value = isWhole ? set.withPart(part ?? always, present) : set.withMore(present);
    if (isSmall) this.total.value = data.total;
  }

  close(): void {
    this.#closed.abort();
  }

  #add(results: readonly object[]): void {
    this.served.value = this.served.peek().withMore(this.#labels(results));
  }

  #labels(results: readonly object[]): Label[] {
    const labels = results.filter(isFull).map((row) => this.#label(row));
    void this.#nameWritten(labels);
    return labels;
  }

  /** Names labels without votes as on other screens, once their written species is known. */
  async #nameWritten(labels: readonly Label[]): Promise<void> {
    const isMore = await this.#claims.lookUp(labels);
    if (!isMore || this.#closed.signal.aborted) return;
    const rows = this.served.peek().labels;
    this.served.value = new LabelSet(rows.map((label) => (label.claim ? label : this.#label(label.row))));
  }

  #label(row: Row): Label {
    return labelOf(row, this.#blanks, this.#claims.known.peek());
  }

  #get(offset: number, part?: Stretch, etag?: string) {
    return service.GET("/annotations", {
      params: {
        query: {
          videostream: [this.#stream],
          ...(part && {
            "during[start]": formatOffset(part.startMs),
            "during[end]": formatOffset(part.endMs),
          }),
          shape: "full",
          limit: pageSize,
          offset,
        },
      },
      headers: etag === undefined ? {} : { "If-None-Match": etag },
      signal: this.#closed.signal,
    });
  }
}

function around(ms: number): Stretch {
  return { startMs: Math.max(0, ms - aroundMs), endMs: ms + aroundMs };
}
