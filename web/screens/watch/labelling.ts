import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { CaptureSource } from "../../api/capture-sources.ts";
import type { Me } from "../../api/me.ts";
import { blankSpecies } from "../../api/species.ts";
import { claimOf } from "../../labels/claim.ts";
import {
  type Content,
  contentOf,
  contentOfTrack,
  isSameContent,
  type Notes,
  withBox,
  withEnd,
  withKeypointToggled,
} from "../../labels/content.ts";
import { type Label, labelOf } from "../../labels/label.ts";
import { mayChange } from "../../labels/rights.ts";
import { type Box, boxAt } from "../../labels/track.ts";
import { workingKey } from "../../parts/chosen-keys.ts";
import { favouriteSpecies } from "../../parts/species-offers.ts";
import {
  type Deed,
  type Entry,
  newLocalLabel,
  type Person,
  type Species,
  votesOfOthers,
} from "../../saving/entry.ts";
import { History } from "../../saving/history.ts";
import { insisted } from "../../saving/insisted.ts";
import type { Outbox } from "../../saving/outbox.ts";
import type { News } from "../../saving/outcome.ts";
import { overlaid } from "../../saving/overlaid.ts";
import type { NewRow } from "../../saving/overlay.ts";
import { votesOf } from "../../saving/overlay.ts";
import { outboxOf } from "../../saving/saving.ts";
import { text } from "../../text/text.ts";
import type { Watching } from "./watching.ts";

/** What one person does to the labels of a stream. Everything is shown at once, and saved in the background. */
export class Labelling {
  readonly history: History;
  /** Whether the species box of the selected label is open. */
  readonly isNaming = signal(false);
  /** The label that would be deleted with others' votes: the person is asked first. */
  readonly asked = signal<Label | undefined>(undefined);
  /** What happened to labels, the last thing. */
  readonly news = signal<string | undefined>(undefined);
  /** Entries of this stream that are in trouble. */
  readonly troubles: ReadonlySignal<readonly Entry[]>;
  /** Labels as others changed them, where something here disagrees. */
  readonly theirs: ReadonlySignal<readonly Label[]>;
  /** Whether the selected label may be changed. */
  readonly mayChangeSelected = computed(() => {
    const label = this.#watching.selected.value;
    return label !== undefined && mayChange(label.row, this.me);
  });
  readonly me: Me;
  readonly #watching: Watching;
  readonly #outbox: Outbox;
  readonly #person: Person;
  /** Fetched at once: without a network one can still say that nothing is there. */
  readonly #blankSpecies = blankSpecies();
  readonly #endings: (() => void)[] = [];

  constructor(watching: Watching, me: Me, camera: CaptureSource | undefined) {
    const { stream, labels } = watching;
    this.me = me;
    this.#watching = watching;
    this.#outbox = outboxOf(me.id);
    this.#person = { id: me.id, display_name: me.display_name, role: me.role };
    this.history = new History(me.id, (label) => labels.set.peek().get(label)?.row);
    const made: NewRow = {
      person: this.#person,
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
    const own = computed(() => this.#outbox.entries.value.filter((entry) => entry.stream === stream.id));
    this.troubles = computed(() => own.value.filter(({ trouble }) => trouble));
    this.theirs = computed(() =>
      this.troubles.value.flatMap(({ trouble }) =>
        trouble?.kind === "conflict" ? [labelOf(trouble.theirs, labels.blanks)] : [],
      ),
    );
    labels.overlay.value = (served, blanks, claims) => overlaid(served, own.value, made, blanks, claims);
    this.#endings.push(
      this.#outbox.listen((news) => {
        if (news.stream === stream.id) this.#hear(news);
      }),
      effect(() => this.#noticeDeletion()),
    );
    this.#blankSpecies.catch(() => {});
  }

  /** Ids of the species that say: nothing is there. */
  get blanks(): ReadonlySet<number> {
    return this.#watching.labels.blanks;
  }

  close(): void {
    for (const end of this.#endings) end();
  }

  /** Saves a new label and asks for its species. */
  create(keypoints: Content["keypoints"]): void {
    const label = newLocalLabel();
    batch(() => {
      this.#do([{ label, action: { kind: "create", content: contentOfTrack(keypoints), origin: {} } }]);
      this.#watching.selectedId.value = label;
      this.isNaming.value = true;
    });
  }

  /** Puts the box of a label on the frame that is shown. */
  putBox(id: number, box: Box): void {
    const label = this.#watching.labels.set.peek().get(id);
    const frame = this.#watching.frame.peek();
    if (label && frame) this.#change(label, withBox(contentOf(label.row), frame, box));
  }

  /** Lets the selected label begin, or end, on the frame that is shown. */
  putEnd(end: "start" | "end"): void {
    this.#changeSelected(
      (content, frame) => withEnd(content, frame, end),
      text.peek().labelling.notThere[end],
    );
  }

  /** Makes a keypoint on the frame that is shown, or takes it away. */
  toggleKeypoint(): void {
    this.#changeSelected(withKeypointToggled, text.peek().labelling.lastKeypoint);
  }

  /** Replaces the notes of a label. */
  note(label: Label, notes: Notes): void {
    this.#change(label, { ...contentOf(label.row), notes: Object.keys(notes).length === 0 ? null : notes });
  }

  /** Votes for a species instead of another one; takes the vote back if it is there. */
  vote(label: Label, species: Species): void {
    const own = votesOf(label.row, this.me.id);
    const isBack = own.some(({ id }) => id === species.id);
    const { id, common_name, scientific_name } = species;
    const chosen = { id, common_name, scientific_name };
    const voteOf = (each: Species, isFor: boolean): Deed => ({
      label: label.id,
      action: { kind: "vote", species: each, isFor },
    });
    // The new vote is added before the old one is taken back: a refusal loses neither.
    if (isBack) this.#do([voteOf(chosen, false)]);
    else this.#do([voteOf(chosen, true), ...own.map((each) => voteOf(each, false))]);
    this.isNaming.value = false;
  }

  /** Votes for what the selected label is said to show, or takes that back. Asks for the species where it names none. */
  async agree(): Promise<void> {
    const label = this.#watching.selected.peek();
    if (label === undefined) return;
    const { blanks } = this;
    const claim = label.claim ?? (await claimOf(label.row, blanks).catch(() => undefined));
    if (claim) this.vote(label, claim);
    else this.isNaming.value = true;
  }

  /** Votes that nothing is there. */
  async rejectSelected(): Promise<void> {
    const label = this.#watching.selected.peek();
    const [blank] = await this.#blankSpecies.catch(() => blankSpecies());
    if (label && blank) this.vote(label, blank);
  }

  /** Votes for a favourite. @param digit 1 to 9 */
  async voteFavourite(digit: number): Promise<void> {
    const label = this.#watching.selected.peek();
    const species = await favouriteSpecies(digit).catch(() => undefined);
    if (label && species) this.vote(label, species);
    else if (label) this.news.value = text.peek().labelling.noFavourite(digit);
  }

  /** Opens the species box of the selected label. */
  name(): void {
    if (this.#watching.selected.peek()) this.isNaming.value = true;
  }

  /** Deletes the selected label. Where others voted on it, the person is asked first. */
  removeSelected(): void {
    const label = this.#watching.selected.peek();
    if (label === undefined || !mayChange(label.row, this.me)) return;
    if (votesOfOthers(label.row, this.me.id).length > 0) this.asked.value = label;
    else this.remove(label);
  }

  remove(label: Label): void {
    const { nameless, deleted } = text.peek().labelling;
    this.asked.value = undefined;
    this.#watching.selectedId.value = undefined;
    this.#do([{ label: label.id, action: { kind: "remove", before: label.row } }]);
    this.news.value = deleted(label.name ?? nameless, workingKey("watch", "Ctrl+z"));
  }

  undo(): void {
    this.#redoOrUndo(this.history.undo(), text.peek().labelling.nothingToUndo);
  }

  redo(): void {
    this.#redoOrUndo(this.history.redo(), text.peek().labelling.nothingToRedo);
  }

  /** Shows a label that was refused, so that it can be put right. */
  edit(entry: Entry): void {
    void this.#watching.select(entry.label);
  }

  /** Gives up what was done to a label. */
  throwAway(entry: Entry): void {
    if (entry.trouble?.kind === "conflict") {
      const { theirs } = entry.trouble;
      this.#watching.labels.accept({ id: theirs.id, row: theirs });
    }
    this.history.forget(entry.label);
    this.#outbox.drop(entry.key);
  }

  /** Sends once more what was refused, or my change of what somebody else changed meanwhile. */
  insist({ key }: Entry): void {
    this.#outbox.retry(key, insisted);
  }

  #changeSelected(
    change: (content: Content, frame: NonNullable<Watching["frame"]["value"]>) => Content | undefined,
    whyNot: string,
  ): void {
    const label = this.#watching.selected.peek();
    const frame = this.#watching.frame.peek();
    if (label === undefined || frame === undefined || !mayChange(label.row, this.me)) return;
    const next = change(contentOf(label.row), frame);
    if (next) this.#change(label, next);
    else this.news.value = whyNot;
  }

  #change({ id, row }: Label, after: Content): void {
    const before = contentOf(row);
    if (!mayChange(row, this.me) || isSameContent(before, after)) return;
    const refused = this.troubles
      .peek()
      .find(({ label, trouble }) => label === id && trouble?.kind === "refused");
    // What was refused is put right by the next change of it.
    if (refused?.action.kind === "create") {
      const { origin } = refused.action;
      this.#outbox.retry(refused.key, (each) => ({
        ...each,
        action: { kind: "create", content: after, origin },
      }));
    } else if (refused?.action.kind === "change") {
      const { before } = refused.action;
      this.#outbox.retry(refused.key, (each) => ({ ...each, action: { kind: "change", before, after } }));
    } else {
      this.#do([{ label: id, action: { kind: "change", before, after } }]);
    }
  }

  #redoOrUndo(step: readonly Deed[] | undefined, otherwise: string): void {
    if (step === undefined || step.length === 0) {
      this.news.value = otherwise;
      return;
    }
    this.#send(step);
    const [last] = step.slice(-1);
    const label = last && this.#watching.labels.set.peek().get(last.label);
    this.isNaming.value = false;
    if (label) void this.#watching.select(label.id);
    else this.#watching.selectedId.value = undefined;
  }

  #do(step: readonly Deed[]): void {
    this.news.value = undefined;
    this.history.add(step);
    this.#send(step);
  }

  #send(step: readonly Deed[]): void {
    const { served } = this.#watching.labels;
    const etagOf = (label: number) => served.peek().get(label)?.row.etag;
    this.#outbox.add(
      this.#watching.stream.id,
      step.map((deed) => ({ ...deed, etag: etagOf(deed.label) })),
    );
  }

  #hear(news: News): void {
    const { label, id, isGone } = news;
    const { labels, selectedId } = this.#watching;
    if (isGone) {
      const { goneWithChange, nameless } = text.peek().labelling;
      this.news.value = goneWithChange(labels.served.peek().get(label)?.name ?? nameless);
      this.history.forget(label);
      if (selectedId.peek() === label) selectedId.value = undefined;
    }
    labels.accept(news);
    this.history.rename(label, id);
    if (selectedId.peek() === label && label !== id) selectedId.value = id;
  }

  #last: Label | undefined;

  /** The selected label is not there any more, and nothing here deleted it. */
  #noticeDeletion(): void {
    const { selected, selectedId, labels } = this.#watching;
    const now = selected.value;
    const last = this.#last;
    this.#last = now;
    if (now || !last || last.id !== selectedId.peek() || labels.set.peek().get(last.id)) return;
    const { gone, nameless } = text.peek().labelling;
    this.news.value = gone(last.name ?? nameless);
    this.history.forget(last.id);
    selectedId.value = undefined;
  }

  /** The selected label's box on the frame that is shown, if it may be changed. */
  changeableBox(): { readonly label: number; readonly box: Box } | undefined {
    const label = this.#watching.selected.peek();
    const frame = this.#watching.frame.peek();
    if (!label || !frame || !mayChange(label.row, this.me) || !this.#watching.here.peek().includes(label)) {
      return undefined;
    }
    const box = boxAt(label.track, frame.ms);
    return box && { label: label.id, box };
  }
}
