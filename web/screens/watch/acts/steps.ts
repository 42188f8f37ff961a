import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { CaptureSource } from "../../../api/capture-sources.ts";
import type { Me } from "../../../api/me.ts";
import { type Content, contentOf, isSameContent } from "../../../labels/content.ts";
import { type Label, labelOf } from "../../../labels/label.ts";
import type { Action, Deed, Entry, Person } from "../../../saving/entry.ts";
import { History } from "../../../saving/history.ts";
import { insisted } from "../../../saving/insisted.ts";
import type { Outbox } from "../../../saving/outbox.ts";
import type { News } from "../../../saving/outcome.ts";
import { overlaid } from "../../../saving/overlaid.ts";
import { type NewRow, withVote } from "../../../saving/overlay.ts";
import { outboxOf } from "../../../saving/saving.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { VideoStream, Watching } from "../watching.ts";

/** The changes of one person to the labels of a stream, in steps. A step is shown at once, saved, and can be undone. */
export class Steps {
  readonly history: History;
  /** The latest news about labels, as a sentence. */
  readonly news = signal<string | undefined>(undefined);
  /** Entries of this stream that were refused or have a conflict. */
  readonly troubles: ReadonlySignal<readonly Entry[]>;
  /** Labels as others have changed them, for conflicts with changes of this person. */
  readonly theirs: ReadonlySignal<readonly Label[]>;
  readonly #watching: Watching;
  readonly #outbox: Outbox;
  #last: Label | undefined;

  constructor(watching: Watching, me: Me, camera: ReadonlySignal<CaptureSource | undefined>) {
    const { stream, labels } = watching;
    this.#watching = watching;
    this.#outbox = outboxOf(me.id);
    this.history = new History(me.id, (label) => labels.set.peek().get(label)?.row);
    const made = computed(() => newRow(stream, me, camera.value));
    const own = computed(() => this.#outbox.entries.value.filter((entry) => entry.stream === stream.id));
    this.troubles = computed(() => own.value.filter(({ trouble }) => trouble));
    this.theirs = computed(() =>
      this.troubles.value.flatMap(({ trouble }) =>
        trouble?.kind === "conflict" ? [labelOf(trouble.theirs, labels.blanks)] : [],
      ),
    );
    labels.overlay.value = (served, blanks, claims) =>
      overlaid(served, own.value, made.value, blanks, claims);
    effect(() =>
      this.#outbox.listen((news) => {
        for (const each of news) if (each.stream === stream.id) this.#hear(each, made.peek().person);
      }),
    );
    effect(() => this.#noticeDeletion());
  }

  /** Returns the id of a label, which may have had a temporary one. */
  idOf(label: number): number {
    return this.#outbox.idOf(label);
  }

  /** Makes the changes of a step. One undo reverts all of them. */
  do(step: readonly Deed[]): void {
    this.news.value = undefined;
    this.history.add(step);
    this.#send(step);
  }

  /** Changes the content of a label. */
  change({ id, row }: Label, after: Content): void {
    const before = contentOf(row);
    if (isSameContent(before, after)) return;
    const refused = this.troubles
      .peek()
      .find(({ label, trouble }) => label === id && trouble?.kind === "refused");
    const action = refused?.action;
    const correct = (next: Action) =>
      refused && this.#outbox.retry(refused.key, (each) => ({ ...each, action: next }));
    // A change of a refused label corrects it.
    if (action?.kind === "create") correct({ ...action, content: after });
    else if (action?.kind === "change") correct({ ...action, after });
    else this.do([{ label: id, action: { kind: "change", before, after } }]);
  }

  undo(): void {
    this.#redoOrUndo(this.history.undo(), labellingText.peek().nothingToUndo);
  }

  redo(): void {
    this.#redoOrUndo(this.history.redo(), labellingText.peek().nothingToRedo);
  }

  /** Discards the changes to a label. */
  throwAway(entry: Entry): void {
    if (entry.trouble?.kind === "conflict") {
      const { theirs } = entry.trouble;
      this.#watching.labels.accept({ id: theirs.id, row: theirs });
    }
    this.history.forget(entry.label);
    this.#outbox.drop(entry.key);
  }

  /** Sends a refused entry once more, or repeats my change after a conflict. */
  insist({ key }: Entry): void {
    this.#outbox.retry(key, insisted);
  }

  #redoOrUndo(step: readonly Deed[] | undefined, otherwise: string): void {
    if (step === undefined || step.length === 0) {
      this.news.value = otherwise;
      return;
    }
    this.#send(step);
    const [last] = step.slice(-1);
    const label = last && this.#watching.labels.set.peek().get(last.label);
    if (label) void this.#watching.select(label.id);
    else this.#watching.selectedId.value = undefined;
  }

  #send(step: readonly Deed[]): void {
    const { served } = this.#watching.labels;
    const etagOf = (label: number) => served.peek().get(label)?.row.etag;
    this.#outbox.add(
      this.#watching.stream.id,
      step.map((deed) => ({ ...deed, etag: etagOf(deed.label) })),
    );
  }

  #hear(news: News, person: Person): void {
    const { label, id, isGone, vote } = news;
    const { labels, selectedId } = this.#watching;
    if (isGone) {
      const { goneWithChange, nameless } = labellingText.peek();
      this.news.value = goneWithChange(labels.served.peek().get(label)?.name ?? nameless);
      this.history.forget(label);
      if (selectedId.peek() === label) selectedId.value = undefined;
    }
    const served = labels.served.peek().get(label)?.row;
    if (vote === undefined) labels.accept(news);
    else if (served) labels.accept({ id, row: withVote(served, vote.species, person, vote.isFor) });
    this.history.rename(label, id);
    if (selectedId.peek() === label && label !== id) selectedId.value = id;
  }

  /** Tells the person that somebody else deleted the selected label. */
  #noticeDeletion(): void {
    const { selected, selectedId, labels } = this.#watching;
    const now = selected.value;
    const last = this.#last;
    this.#last = now;
    if (now || !last || last.id !== selectedId.peek() || labels.set.peek().get(last.id)) return;
    const { gone, nameless } = labellingText.peek();
    this.news.value = gone(last.name ?? nameless);
    this.history.forget(last.id);
    selectedId.value = undefined;
  }
}

/** Returns the fields that the service adds to a new label. */
function newRow(stream: VideoStream, me: Me, camera: CaptureSource | undefined): NewRow {
  return {
    person: { id: me.id, display_name: me.display_name, role: me.role },
    streamStartMs: Date.parse(stream.startTime),
    videostream: {
      id: stream.id,
      stream_url: stream.stream_url,
      width: stream.width ?? null,
      height: stream.height ?? null,
    },
    capturesource: {
      id: stream.capturesource,
      name: camera?.name ?? "",
      time_zone: camera?.time_zone ?? null,
    },
  };
}
