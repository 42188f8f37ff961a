import { countWhile } from "../../shared/domain/count-while.ts";
import type { Frame } from "../picture/frame-clock.ts";
import type { Label } from "./label.ts";
import { isOn } from "./track.ts";

/** A part of a stream, both ends inclusive. */
export type Stretch = { readonly startMs: number; readonly endMs: number };

/** The labels of a stream, sorted by start, for quick searches by time. Immutable. */
export class LabelSet {
  readonly labels: readonly Label[];
  /** For each label, the latest end of this label and all before it. A search by time stops there. */
  readonly #latestEnd: Float64Array;
  #byId: ReadonlyMap<number, Label> | undefined;

  constructor(labels: readonly Label[] = []) {
    this.labels = labels.toSorted((a, b) => a.startMs - b.startMs || a.id - b.id);
    this.#latestEnd = new Float64Array(this.labels.length);
    let latest = Number.NEGATIVE_INFINITY;
    for (const [index, { endMs }] of this.labels.entries()) {
      latest = Math.max(latest, endMs);
      this.#latestEnd[index] = latest;
    }
  }

  /** End of the last label; 0 without labels. */
  get lastMs(): number {
    return this.#latestEnd.at(-1) ?? 0;
  }

  get(id: number | undefined): Label | undefined {
    this.#byId ??= new Map(this.labels.map((label) => [label.id, label]));
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Yields the indexes of the labels that overlap or touch a part, the latest start first. */
  *within(startMs: number, endMs: number): Generator<number> {
    for (let index = this.countBefore(endMs + 1) - 1; index >= 0; index--) {
      if ((this.#latestEnd[index] ?? 0) < startMs) return;
      if ((this.labels[index]?.endMs ?? 0) >= startMs) yield index;
    }
  }

  /** Returns the labels on a frame, by their start. */
  on(frame: Frame): readonly Label[] {
    return [...this.within(frame.fromMs, frame.toMs)]
      .toReversed()
      .flatMap((index) => this.labels[index] ?? [])
      .filter((label) => isOn(label, frame));
  }

  /** Returns the number of labels that begin before a time. */
  countBefore(ms: number): number {
    return countWhile(this.labels.length, (index) => (this.labels[index]?.startMs ?? 0) < ms);
  }

  /** Returns a set in which a part of the stream has only the labels in `present`, the service's current ones. */
  withPart({ startMs, endMs }: Stretch, present: readonly Label[]): LabelSet {
    const ids = new Set(present.map(({ id }) => id));
    const touches = (label: Label) => label.startMs <= endMs && label.endMs >= startMs;
    return new LabelSet([
      ...this.labels.filter((label) => !ids.has(label.id) && !touches(label)),
      ...present,
    ]);
  }

  without(ids: ReadonlySet<number>): LabelSet {
    return new LabelSet(this.labels.filter(({ id }) => !ids.has(id)));
  }

  /** Returns a set with more labels. Newer versions of labels replace older ones. */
  withMore(more: readonly Label[]): LabelSet {
    const ids = new Set(more.map(({ id }) => id));
    return new LabelSet([...this.labels.filter(({ id }) => !ids.has(id)), ...more]);
  }
}
