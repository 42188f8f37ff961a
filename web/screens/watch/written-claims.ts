import { type ReadonlySignal, signal } from "@preact/signals";
import { writtenClaim } from "../../labels/claim.ts";
import { type Claims, type Label, writtenIn } from "../../labels/label.ts";

/** The species that the labels of a stream name in writing. Each name is looked up once. */
export class WrittenClaims {
  readonly known: ReadonlySignal<Claims>;
  readonly #known = signal<Claims>(new Map());
  readonly #lookedUp = new Set<string>();

  constructor() {
    this.known = this.#known;
  }

  /** Looks up what labels without votes name. @returns whether more is known then */
  async lookUp(labels: readonly Label[]): Promise<boolean> {
    const rows = new Map(
      labels.flatMap(({ claim, row }) => {
        const written = claim ? undefined : writtenIn(row);
        return written === undefined || this.#lookedUp.has(written) ? [] : [[written, row]];
      }),
    );
    for (const written of rows.keys()) this.#lookedUp.add(written);
    const found = await Promise.all(
      [...rows].map(async ([written, row]) => {
        // Without an answer it stays as it is written.
        const claim = await writtenClaim(row).catch(() => undefined);
        return claim ? ([[written, claim]] as const) : [];
      }),
    );
    const more = found.flat();
    if (more.length > 0) this.#known.value = new Map([...this.#known.peek(), ...more]);
    return more.length > 0;
  }
}
