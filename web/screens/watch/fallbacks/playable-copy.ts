import { signal } from "@preact/signals";
import type { components } from "../../../../client/paths.d.ts";
import { Refusal } from "../../../../client/refusal.ts";
import type { Size } from "../../../picture/view.ts";
import { shellText } from "../../../text/shell.ts";

type FullStream = components["schemas"]["VideoStreamInFullShape"];
type Stream = Pick<FullStream, "width" | "height" | "copy" | "copy_waits_until">;

type Deps = {
  /** Reads the stream as it is now. @throws Refusal, and the errors of `fetch` */
  readonly read: () => Promise<Stream>;
  /** Asks the service to make the copy. @throws Refusal, and the errors of `fetch` */
  readonly ask: () => Promise<unknown>;
  /** Called after each question if a part of the copy may be there. */
  readonly onMade: () => Promise<void>;
  /** Ends the questions. */
  readonly closed: AbortSignal;
};

/** Shortest and longest time between two questions for the state, in milliseconds. */
const pauseMs = { min: 2000, max: 15_000 };

/** The copy of a stream's video, which plays where the original does not. */
export class PlayableCopy {
  readonly state = signal<Stream["copy"]>("none");
  /** The time until which the copy waits, because the service makes only so many in a day. */
  readonly waitsUntilMs = signal<number | undefined>(undefined);
  /** The reason for which the service makes no copy, as a sentence. */
  readonly refusal = signal<string | undefined>(undefined);
  /** Size of the original, if the service knows it. */
  originalSize: Size | undefined;
  readonly #deps: Deps;
  #askedMs = Date.now();
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { closed } = deps;
    document.addEventListener("visibilitychange", () => this.#goOn(0), { signal: closed });
    closed.addEventListener("abort", () => clearTimeout(this.#next));
  }

  /** Asks for the state, and again while it changes by itself. @throws Refusal, and the errors of `fetch` */
  async read(): Promise<void> {
    const { width, height, copy, copy_waits_until } = await this.#deps.read();
    if (this.#deps.closed.aborted) return;
    if (width !== undefined && height !== undefined) this.originalSize = { width, height };
    this.waitsUntilMs.value = copy_waits_until === null ? undefined : Date.parse(copy_waits_until);
    this.state.value = copy;
    if (copy === "making" || copy === "there") await this.#deps.onMade();
    this.#goOn();
  }

  /** Asks the service to make the copy. */
  async make(): Promise<void> {
    this.refusal.value = undefined;
    this.#askedMs = Date.now();
    try {
      await this.#deps.ask();
      await this.read();
    } catch (error) {
      this.refusal.value = error instanceof Refusal ? error.message : shellText.value.noConnection;
    }
  }

  /** Asks again after a tenth of the time that the person has waited. A hidden tab asks when it is shown again. */
  #goOn(ms = Math.min(pauseMs.max, Math.max(pauseMs.min, (Date.now() - this.#askedMs) / 10))): void {
    clearTimeout(this.#next);
    const isChanging = this.state.peek() === "waiting" || this.state.peek() === "making";
    if (!isChanging || document.visibilityState === "hidden" || this.#deps.closed.aborted) return;
    this.#next = setTimeout(() => void this.read().catch(() => this.#goOn(pauseMs.max)), ms);
  }
}
