import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { CaptureSource } from "../../../api/capture-sources.ts";
import type { Me } from "../../../api/me.ts";
import { workingKey } from "../../../keys/chosen.ts";
import {
  type Content,
  contentOf,
  contentOfTrack,
  contentOfVideo,
  type Notes,
  withBox,
  withEnd,
  withKeypointToggled,
} from "../../../labels/content.ts";
import type { End } from "../../../labels/ends.ts";
import type { Label } from "../../../labels/label.ts";
import { mayChange } from "../../../labels/rights.ts";
import { boxAt } from "../../../labels/track.ts";
import type { Frame } from "../../../picture/frame-clock.ts";
import type { Box } from "../../../picture/view.ts";
import { type Deed, type Entry, newLocalLabel, type Species, votesOfOthers } from "../../../saving/entry.ts";
import { votesOf } from "../../../saving/overlay.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";
import type { Watching } from "../watching.ts";
import { Identifying } from "./identifying.ts";
import { Steps } from "./steps.ts";

/** The changes that a person can make to the labels of a stream. */
export class Labelling {
  readonly steps: Steps;
  readonly identifying: Identifying;
  /** `true` while the species box of the selected label is open. */
  readonly isNaming = signal(false);
  /** `true` while the person writes a new note on the selected label. */
  readonly isNoting = signal(false);
  /** A label with votes of others that the person wants to delete. The person must confirm it first. */
  readonly asked = signal<Label | undefined>(undefined);
  /** `true` if the person may change the selected label. */
  readonly mayChangeSelected = computed(() => {
    const label = this.#watching.selected.value;
    return label !== undefined && mayChange(label.row, this.me);
  });
  readonly me: Me;
  readonly #watching: Watching;

  constructor(watching: Watching, me: Me, camera: ReadonlySignal<CaptureSource | undefined>) {
    this.me = me;
    this.#watching = watching;
    this.steps = new Steps(watching, me, camera);
    this.identifying = new Identifying(watching, this);
  }

  /** Ids of the species that mean "nothing there". */
  get blanks(): ReadonlySet<number> {
    return this.#watching.labels.blanks;
  }

  /** Saves a new label and asks for its species. */
  create(keypoints: Content["keypoints"]): void {
    const label = newLocalLabel();
    batch(() => {
      this.steps.do([{ label, action: { kind: "create", content: contentOfTrack(keypoints), origin: {} } }]);
      this.#watching.selectedId.value = label;
      this.isNaming.value = true;
    });
  }

  /** Makes a label of the whole video, without a box, and votes for a species. Without a species, asks for one. */
  labelVideo(species?: Species): void {
    const { startTime, endTime } = this.#watching.stream;
    if (endTime === null) return;
    const label = newLocalLabel();
    const content = contentOfVideo(Date.parse(endTime) - Date.parse(startTime));
    const create: Deed = {
      label,
      action: { kind: "create", content, origin: { observer: this.me.display_name } },
    };
    batch(() => {
      this.steps.do(species ? [create, voteOf(label, species, true)] : [create]);
      this.#watching.selectedId.value = label;
      this.isNaming.value = species === undefined;
    });
  }

  /** Puts the box of a label on a frame. */
  putBox(id: number, box: Box, frame: Frame): void {
    this.#watching.agreement.before(() => {
      // A new label may have got its id while its box was being moved.
      const label = this.#watching.labels.set.peek().get(this.steps.idOf(id));
      if (label) this.#change(label, withBox(contentOf(label.row), frame, box));
    });
  }

  /** Moves the start or end of the selected label to the current frame. */
  putEnd(end: End): void {
    this.#changeSelected(
      (content, frame) => withEnd(content, frame, end),
      labellingText.peek().notThere[end],
    );
  }

  /** Adds a keypoint on the current frame, or removes the one there. */
  toggleKeypoint(): void {
    this.#watching.agreement.before(() =>
      this.#changeSelected(withKeypointToggled, labellingText.peek().lastKeypoint),
    );
  }

  /** Shows the fields for a new note on the selected label. */
  addNote(): void {
    if (this.#mayChange(this.#watching.selected.peek())) this.isNoting.value = true;
  }

  /** Replaces the notes of a label. */
  note(label: Label, notes: Notes): void {
    this.#change(label, { ...contentOf(label.row), notes: Object.keys(notes).length === 0 ? null : notes });
  }

  /** Replaces the person's vote by one for this species, or removes the vote if it is for this species already. */
  vote(label: Label, species: Species): void {
    const own = votesOf(label.row, this.me.id);
    const isBack = own.some(({ id }) => id === species.id);
    // The new vote is added before the old one is removed, so that a refusal loses neither.
    if (isBack) this.steps.do([voteOf(label.id, species, false)]);
    else
      this.steps.do([voteOf(label.id, species, true), ...own.map((each) => voteOf(label.id, each, false))]);
    this.isNaming.value = false;
  }

  /** Deletes the selected label. If others voted on the label, asks for confirmation first. */
  removeSelected(): void {
    const label = this.#watching.selected.peek();
    if (!this.#mayChange(label)) return;
    if (votesOfOthers(label.row, this.me.id).length > 0) this.asked.value = label;
    else this.remove(label);
  }

  remove(label: Label): void {
    const { nameless, deleted } = labellingText.peek();
    this.asked.value = undefined;
    this.#watching.selectedId.value = undefined;
    this.steps.do([{ label: label.id, action: { kind: "remove", before: label.row } }]);
    this.steps.news.value = deleted(label.name ?? nameless, workingKey("watch", "Ctrl+z"));
  }

  undo(): void {
    this.isNaming.value = false;
    this.steps.undo();
  }

  redo(): void {
    this.isNaming.value = false;
    this.steps.redo();
  }

  /** Shows a refused label, so that the person can correct it. */
  edit(entry: Entry): void {
    void this.#watching.select(entry.label);
  }

  #changeSelected(
    change: (content: Content, frame: NonNullable<Watching["frame"]["value"]>) => Content | undefined,
    whyNot: string,
  ): void {
    const label = this.#watching.selected.peek();
    const frame = this.#watching.frame.peek();
    if (!this.#mayChange(label)) return;
    if (frame === undefined) {
      this.steps.news.value = watchText.peek().noPicture;
      return;
    }
    const next = change(contentOf(label.row), frame);
    if (next) this.#change(label, next);
    else this.steps.news.value = whyNot;
  }

  /** Returns `true` if the person may change the label. Otherwise tells the reason. */
  #mayChange(label: Label | undefined): label is Label {
    if (label && mayChange(label.row, this.me)) return true;
    this.steps.news.value = label ? labellingText.peek().notYours : watchText.peek().selectFirst;
    return false;
  }

  #change(label: Label, content: Content): void {
    if (mayChange(label.row, this.me)) this.steps.change(label, content);
  }

  /** Returns the selected label's box on the current frame, if the person may change the label. */
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

function voteOf(label: number, { id, common_name, scientific_name }: Species, isFor: boolean): Deed {
  return { label, action: { kind: "vote", species: { id, common_name, scientific_name }, isFor } };
}
