import type { components } from "../../client/paths.d.ts";
import type { Content } from "../labels/content.ts";
import type { Row } from "../labels/label.ts";

export type Species = components["schemas"]["SpeciesSummary"];
export type Person = components["schemas"]["UserSummary"];
type Body = components["schemas"]["NewAnnotationInIdentificationShape"];

/** Fields that only some labels have: the maker and the origin. Labels with keypoints have no `observer`. */
export type Origin = Pick<Body, "method" | "confidence" | "machine" | "camtrap_dp"> & {
  readonly observer?: string;
};

/** A vote, or the removal of one. */
export type Vote = { readonly species: Species; readonly isFor: boolean };

/** One change that a person made to a label. */
export type Action =
  | { readonly kind: "create"; readonly content: Content; readonly origin: Origin }
  | { readonly kind: "change"; readonly before: Content; readonly after: Content }
  | ({ readonly kind: "vote" } & Vote)
  /** `before`: the label as the person saw it. */
  | { readonly kind: "remove"; readonly before: Row };

/** An action and its label. The label's id is below 0 until the service has given it one. */
export type Deed = { readonly label: number; readonly action: Action };

/** The reason for which an entry is not sent: the service refuses it, or somebody else changed the label. */
export type Trouble =
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "conflict"; readonly theirs: Row };

/** An unsent change, which is stored until the service has it. */
export type Entry = Deed & {
  /** The `Idempotency-Key`, the same for each attempt. */
  readonly key: string;
  /** Id of the user. */
  readonly person: number;
  readonly stream: number;
  /** Position in the order of a person's changes. */
  readonly order: number;
  /** Version of the label before the change, if known. */
  readonly etag?: string;
  readonly trouble?: Trouble;
};

/** Returns a temporary id for a label that the service does not have yet. Two tabs never make the same id. */
export function newLocalLabel(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return -(1 + (high % 2 ** 20) * 2 ** 32 + low);
}

/** Returns the votes of all users except one, as user and species: `3:7`. */
export function votesOfOthers({ identifications }: Row, person: number): readonly string[] {
  return identifications
    .flatMap(({ species, identified_by }) => identified_by.map(({ id }) => ({ id, species: species.id })))
    .filter(({ id }) => id !== person)
    .map(({ id, species }) => `${species}:${id}`)
    .toSorted();
}
