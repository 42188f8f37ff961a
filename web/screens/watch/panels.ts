import { signal } from "@preact/signals";
import { keyAnswer } from "../../keys/hearing.ts";
import { watchText } from "../../text/watch.ts";
import type { Neighbours } from "./neighbours.ts";

export type AskedTime = "video" | "clock";

/** The open panels of the screen, the full screen, and the focus. */
export class Panels {
  readonly neighbours: Neighbours;
  readonly asked = signal<AskedTime | undefined>(undefined);
  /** The element that fills the screen. */
  screen: HTMLElement | null = null;
  filter: HTMLInputElement | null = null;
  picture: HTMLElement | null = null;

  constructor(neighbours: Neighbours) {
    this.neighbours = neighbours;
  }

  askTime(kind: AskedTime): void {
    this.asked.value = kind;
  }

  async toggleFullScreen(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else
      await this.screen?.requestFullscreen().catch(() => {
        keyAnswer.value = watchText.peek().noFullScreen;
      });
  }

  focusFilter(): void {
    if (this.filter) this.filter.focus();
    else keyAnswer.value = watchText.peek().noneYet;
  }

  /** Returns the focus to the picture, so that the keys of the screen work. */
  focusPicture(): void {
    this.picture?.focus({ preventScroll: true });
  }
}
