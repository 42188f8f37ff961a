import type { Row } from "../labels/label.ts";
import type { Trouble } from "./entry.ts";

/** What became of an entry that was sent. */
export type Outcome =
  /** The service has it. `row` is the label now; a label that was deleted has none. */
  | { readonly kind: "done"; readonly row?: Row }
  /** Somebody else deleted the label. */
  | { readonly kind: "gone" }
  | Trouble
  /** Not now. `pauseMs`: what the service asks for. */
  | { readonly kind: "later"; readonly pauseMs?: number };

/** What happened to a label, for all tabs that show it. `id`: the one that a new label has got. */
export type News = {
  readonly stream: number;
  readonly label: number;
  readonly id: number;
  /** The label as the service has it; `undefined`: it is deleted. */
  readonly row: Row | undefined;
  /** Whether somebody else deleted it. */
  readonly isGone: boolean;
};
