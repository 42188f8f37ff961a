import type { Address } from "../../picture/address.ts";
import type { Source } from "../../picture/player.ts";

/** Gives a media element a new address of its video before the old one expires. */
export class Renewal {
  readonly #address: Address;
  readonly #reload: (source: Source) => Promise<void>;
  readonly #onEnd: () => void;
  #running: Promise<void> | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /**
   * @param reload continues at the same frame, from another address
   * @param onEnd called after `reload`, also if that fails
   */
  constructor(address: Address, reload: (source: Source) => Promise<void>, onEnd: () => void) {
    this.#address = address;
    this.#reload = reload;
    this.#onEnd = onEnd;
  }

  /** Settles when the element has its new address; `undefined` if it needs none now. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Plans the next one. */
  plan(): void {
    const ms = this.#address.renewalMs;
    if (ms === undefined || this.#isClosed) return;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#renew().catch(() => {}), ms);
  }

  /** Continues after an error of the element, if its address may have expired. @throws the error otherwise */
  async recover({ message }: MediaError): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#address.mayHaveEnded) throw new Error(message);
    await this.#renew();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#next);
  }

  async #renew(): Promise<void> {
    const source = await this.#address.renew();
    if (this.#isClosed) return;
    this.#running = this.#reload(source).finally(() => {
      this.#running = undefined;
      this.#onEnd();
    });
    await this.#running;
    this.plan();
  }
}
