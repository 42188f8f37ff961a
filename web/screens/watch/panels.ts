import { signal } from "@preact/signals";

export type AskedTime = "video" | "clock";

/** What of the screen is open, and where the focus goes. */
export class Panels {
  readonly asked = signal<AskedTime | undefined>(undefined);
  /** The element that fills the screen. */
  screen: HTMLElement | null = null;
  filter: HTMLInputElement | null = null;
  picture: HTMLElement | null = null;

  askTime(kind: AskedTime): void {
    this.asked.value = kind;
  }

  async toggleFullScreen(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await this.screen?.requestFullscreen().catch(() => {});
  }

  focusFilter(): void {
    this.filter?.focus();
  }

  /** Gives the focus back, so that the keys of the screen work. */
  focusPicture(): void {
    this.picture?.focus({ preventScroll: true });
  }
}
