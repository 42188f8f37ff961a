import { signal } from "@preact/signals";
import type { components } from "../../../../client/paths.d.ts";
import { answer, Refusal } from "../../../api/answer.ts";
import { service, serviceOnce } from "../../../api/service.ts";
import type { Size } from "../../../picture/view.ts";
import { shellText } from "../../../text/shell.ts";

type State = components["schemas"]["Copy"]["copy"];

/** Shortest and longest time between two questions for the state, in milliseconds. */
const pauseMs = { min: 2000, max: 15_000 };

/** The copy of a stream's video, which plays where the original does not. */
export class PlayableCopy {
  readonly state = signal<State>("none");
  /** The time until which the copy waits, because the service makes only so many in a day. */
  readonly waitsUntilMs = signal<number | undefined>(undefined);
  /** The reason for which the service makes no copy, as a sentence. */
  readonly refusal = signal<string | undefined>(undefined);
  /** Size of the original, if the service knows it. */
  originalSize: Size | undefined;
  readonly #stream: number;
  readonly #onMade: () => Promise<void>;
  readonly #closed: AbortSignal;
  #askedMs = Date.now();
  #next: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param onMade called after each question if a part of the copy may be there
   * @param closed ends the questions
   */
  constructor(stream: number, onMade: () => Promise<void>, closed: AbortSignal) {
    this.#stream = stream;
    this.#onMade = onMade;
    this.#closed = closed;
    document.addEventListener("visibilitychange", () => this.#goOn(0), { signal: closed });
    closed.addEventListener("abort", () => clearTimeout(this.#next));
  }

  /** Asks for the state, and again while it changes by itself. @throws Refusal, and the errors of `fetch` */
  async read(): Promise<void> {
    const params = { path: { id: this.#stream }, query: { shape: "full" } } as const;
    const stream = await answer(service.GET("/videostreams/{id}", { params, signal: this.#closed }));
    if (!("copy" in stream) || this.#closed.aborted) return;
    const { width, height, copy, copy_waits_until } = stream;
    if (width !== undefined && height !== undefined) this.originalSize = { width, height };
    this.waitsUntilMs.value = copy_waits_until === null ? undefined : Date.parse(copy_waits_until);
    this.state.value = copy;
    if (copy === "making" || copy === "there") await this.#onMade();
    this.#goOn();
  }

  /** Asks the service to make the copy. */
  async make(): Promise<void> {
    this.refusal.value = undefined;
    this.#askedMs = Date.now();
    try {
      // If the day has no minutes left, the service asks to wait for hours.
      const path = { id: this.#stream };
      await answer(serviceOnce.POST("/videostreams/{id}/copy", { params: { path } }));
      await this.read();
    } catch (error) {
      this.refusal.value = error instanceof Refusal ? error.message : shellText.value.noConnection;
    }
  }

  /** Asks again after a tenth of the time that the person has waited. */
  #goOn(ms = Math.min(pauseMs.max, Math.max(pauseMs.min, (Date.now() - this.#askedMs) / 10))): void {
    clearTimeout(this.#next);
    const isChanging = this.state.peek() === "waiting" || this.state.peek() === "making";
    if (!isChanging || document.visibilityState === "hidden" || this.#closed.aborted) return;
    this.#next = setTimeout(() => void this.read().catch(() => this.#goOn(pauseMs.max)), ms);
  }
}
