import type { Signal } from "@preact/signals";
import { keepAllSpecies } from "../../../api/all-species.ts";
import { blankSpecies } from "../../../api/species.ts";
import { workingKey } from "../../../keys/chosen.ts";
import { claimOf } from "../../../labels/claim.ts";
import type { Label } from "../../../labels/label.ts";
import { favouriteSpecies } from "../../../parts/species/offers.ts";
import type { Frame } from "../../../picture/frame-clock.ts";
import type { Species } from "../../../saving/entry.ts";
import { labellingText } from "../../../text/labelling.ts";
import { watchText } from "../../../text/watch.ts";
import type { Watching } from "../watching.ts";

/** Changes that a decision about the species makes to labels. */
type Acts = {
  readonly blanks: ReadonlySet<number>;
  readonly isNaming: Signal<boolean>;
  readonly steps: { readonly news: Signal<string | undefined> };
  vote(label: Label, species: Species): void;
  labelVideo(species?: Species): void;
};

/**
 * The decisions of keys and buttons about the species of a label: the selected label, or the only label on the current
 * frame. A video without labels gets a label for the whole video.
 */
export class Identifying {
  readonly #watching: Watching;
  readonly #labelling: Acts;
  /** Fetched at the start, so that "nothing there" also works without a network. */
  readonly #blankSpecies = blankSpecies();
  #deciding: Promise<void> = Promise.resolve();

  constructor(watching: Watching, labelling: Acts) {
    this.#watching = watching;
    this.#labelling = labelling;
    this.#blankSpecies.catch(() => {});
    keepAllSpecies();
  }

  /** Votes for the species of a label, or removes that vote. If the label names no species, asks for one. */
  agree(frame?: Frame): Promise<void> {
    return this.#decide(frame, async (label) => {
      const claim =
        label && (label.claim ?? (await claimOf(label.row, this.#labelling.blanks).catch(() => undefined)));
      if (label && claim) this.#labelling.vote(label, claim);
      else this.#name(label);
    });
  }

  /** Votes that nothing is there. */
  reject(frame?: Frame): Promise<void> {
    return this.#decide(frame, async (label) => {
      const [blank] = await this.#blankSpecies.catch(() => blankSpecies());
      if (blank) this.#voteFor(label, blank);
    });
  }

  /** Votes for a favourite. @param digit 1 to 9 */
  voteFavourite(digit: number, frame?: Frame): Promise<void> {
    return this.#decide(frame, async (label) => {
      const species = await favouriteSpecies(digit).catch(() => undefined);
      if (species) this.#voteFor(label, species);
      else this.#say(labellingText.peek().noFavourite(digit));
    });
  }

  /** Opens the species box of the selected label. @returns `false` without a selection */
  nameSelected(): boolean {
    const label = this.#watching.selected.peek();
    if (label) this.#name(label);
    else this.#say(watchText.peek().selectFirst);
    return label !== undefined;
  }

  /** Asks for the species. */
  name(frame?: Frame): void {
    const label = this.#watching.selected.peek();
    // Opens the box at once, because the next key may be the first letter of a name.
    if (label) this.#name(label);
    else void this.#decide(frame, async (meant) => this.#name(meant));
  }

  /** Waits until all decisions are made, so that another video can be opened. */
  decided(): Promise<void> {
    return this.#deciding;
  }

  /**
   * Makes a decision. Decisions are made one after the other, each about the label for which its key was pressed.
   * @param frame the frame at that moment; default: the current frame
   * @param act called with `undefined` for the whole video
   */
  #decide(frame: Frame | undefined, act: (label: Label | undefined) => Promise<void>): Promise<void> {
    const here = frame ? this.#watching.labels.set.peek().on(frame) : this.#watching.here.peek();
    const label = this.#meant(here);
    this.#deciding = this.#deciding
      .then(async () => {
        if (label) await act(label);
        else if (await this.#mayLabelVideo(here)) await act(undefined);
      })
      .catch((error: unknown) => this.#say(error instanceof Error ? error.message : String(error)));
    return this.#deciding;
  }

  /** Returns the selected label; otherwise selects and returns the only label on the current frame. */
  #meant([only, ...others]: readonly Label[]): Label | undefined {
    const { selected, selectedId } = this.#watching;
    const label = selected.peek() ?? (others.length === 0 ? only : undefined);
    if (label) selectedId.value = label.id;
    return label;
  }

  /** Returns `true` if the video has no labels. Otherwise tells the person how to choose one. */
  async #mayLabelVideo(here: readonly Label[]): Promise<boolean> {
    const { labels, hasPicture } = this.#watching;
    const words = labellingText.peek();
    const next = workingKey("watch", "]");
    if (!(await labels.arrived())) this.#say(watchText.peek().labelsMissing);
    else if (here.length > 1) this.#say(words.whichLabel(next));
    else if (labels.set.peek().labels.length === 0) return true;
    else if (!hasPicture.peek()) this.#say(words.noMoment(next));
    else this.#say(words.noLabelHere(next, workingKey("watch", "w")));
    return false;
  }

  #say(news: string): void {
    this.#labelling.steps.news.value = news;
  }

  #voteFor(label: Label | undefined, species: Species): void {
    if (label) this.#labelling.vote(label, species);
    else this.#labelling.labelVideo(species);
  }

  #name(label: Label | undefined): void {
    if (label) this.#labelling.isNaming.value = true;
    else this.#labelling.labelVideo();
  }
}
