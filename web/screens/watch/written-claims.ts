import { type ReadonlySignal, signal } from "@preact/signals";
import { writtenClaim } from "../../labels/claim.ts";
import { type Claims, type Label, writtenIn } from "../../labels/label.ts";

/** The species for the names written in a stream's labels. Each name is looked up once. */
export class WrittenClaims {
  readonly #known = signal<Claims>(new Map());
  readonly known: ReadonlySignal<Claims> = this.#known;
  readonly #lookedUp = new Set<string>();

  /** Looks up the written names of labels without votes. @returns `true` if this found new species */
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
        // Without a response, the label keeps its written name.
        const claim = await writtenClaim(row).catch(() => undefined);
        return claim ? ([[written, claim]] as const) : [];
      }),
    );
    const more = found.flat();
    if (more.length > 0) this.#known.value = new Map([...this.#known.peek(), ...more]);
    return more.length > 0;
  }
}
