import type { Row } from "../labels/label.ts";
import type { Entry, Trouble, Vote } from "./entry.ts";

/** The result of sending an entry. */
export type Outcome =
  /** The service has the change. `row` is the current label; it is missing after a deletion. */
  | { readonly kind: "done"; readonly row?: Row }
  /** The service has made or removed the vote, but its response does not contain the label. */
  | { readonly kind: "voted" }
  /** Somebody else deleted the label. */
  | { readonly kind: "gone" }
  | Trouble
  /** The service could not process the entry now. `pauseMs`: the pause that it asks for. */
  | { readonly kind: "later"; readonly pauseMs?: number };

/** News about a label, for all tabs that show it. `id`: the id of a new label. */
export type News = {
  readonly stream: number;
  readonly label: number;
  readonly id: number;
  /** The label in the service; `undefined` if it was deleted, or if only the `vote` is known. */
  readonly row: Row | undefined;
  readonly vote?: Vote;
  /** `true` if somebody else deleted it. */
  readonly isGone: boolean;
};

/** Returns the news about a label for an outcome that completes an entry. */
export function newsOf(
  { stream, label, action }: Entry,
  outcome: Extract<Outcome, { kind: "done" | "gone" | "voted" }>,
): News {
  const row = outcome.kind === "done" ? outcome.row : undefined;
  const vote = outcome.kind === "voted" && action.kind === "vote" ? { vote: action } : {};
  return { stream, label, id: row?.id ?? label, row, isGone: outcome.kind === "gone", ...vote };
}
