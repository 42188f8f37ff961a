import type { Row } from "../labels/label.ts";
import type { Entry, Trouble, Vote } from "./entry.ts";

/** What became of an entry that was sent. */
export type Outcome =
  /** The service has it. `row` is the label now; a label that was deleted has none. */
  | { readonly kind: "done"; readonly row?: Row }
  /** The service has the vote, or has it no more, and did not show the label. */
  | { readonly kind: "voted" }
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
  /** The label as the service has it; `undefined`: it is deleted, or all that is known of it is the `vote`. */
  readonly row: Row | undefined;
  readonly vote?: Vote;
  /** Whether somebody else deleted it. */
  readonly isGone: boolean;
};

/** What an outcome that ends an entry says of its label. */
export function newsOf(
  { stream, label, action }: Entry,
  outcome: Extract<Outcome, { kind: "done" | "gone" | "voted" }>,
): News {
  const row = outcome.kind === "done" ? outcome.row : undefined;
  const vote = outcome.kind === "voted" && action.kind === "vote" ? { vote: action } : {};
  return { stream, label, id: row?.id ?? label, row, isGone: outcome.kind === "gone", ...vote };
}
