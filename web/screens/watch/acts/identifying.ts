import type { Signal } from "@preact/signals";
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

/** What naming what a video shows does to its labels. */
type Acts = {
  readonly blanks: ReadonlySet<number>;
  readonly isNaming: Signal<boolean>;
  readonly steps: { readonly news: Signal<string | undefined> };
  vote(label: Label, species: Species): void;
  labelVideo(species?: Species): void;
};

/**
 * What keys and buttons say about what a video shows: of the selected label, or the only one of this moment. A video
 * without labels is labelled as a whole.
 */
export class Identifying {
  readonly #watching: Watching;
  readonly #labelling: Acts;
  /** Fetched at once: without a network one can still say that nothing is there. */
  readonly #blankSpecies = blankSpecies();
  #deciding: Promise<void> = Promise.resolve();

  constructor(watching: Watching, labelling: Acts) {
    this.#watching = watching;
    this.#labelling = labelling;
    this.#blankSpecies.catch(() => {});
  }

  /** Votes for what a label is said to show, or takes that back. Asks for the species where it names none. */
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

  /** Opens the species box of the selected label. @returns whether one is selected */
  nameSelected(): boolean {
    const label = this.#watching.selected.peek();
    if (label) this.#name(label);
    else this.#say(watchText.peek().selectFirst);
    return label !== undefined;
  }

  /** Asks for the species. */
  name(frame?: Frame): void {
    const label = this.#watching.selected.peek();
    // At once: the next key may be the first letter of a name.
    if (label) this.#name(label);
    else void this.#decide(frame, async (meant) => this.#name(meant));
  }

  /** Waits until what was decided is done, so that another video may be opened. */
  decided(): Promise<void> {
    return this.#deciding;
  }

  /**
   * Does what a key or a button says. Decisions are done one after the other, each about the label that it was made for.
   * @param frame what was shown then; else what is shown
   * @param act gets `undefined` for the whole video
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

  /** The selected label; else the only one of this moment, which is selected then. */
  #meant([only, ...others]: readonly Label[]): Label | undefined {
    const { selected, selectedId } = this.#watching;
    const label = selected.peek() ?? (others.length === 0 ? only : undefined);
    if (label) selectedId.value = label.id;
    return label;
  }

  /** Whether the video has no labels. If it has, says how to choose one. */
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
