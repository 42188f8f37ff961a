import type { components } from "../../client/paths.d.ts";
import type { Content } from "../labels/content.ts";
import type { Row } from "../labels/label.ts";

export type Species = components["schemas"]["SpeciesSummary"];
export type Person = components["schemas"]["UserSummary"];
type Body = components["schemas"]["NewAnnotationInIdentificationShape"];

/** What only some labels have: who or what made them, and where from. `observer` is of labels without keypoints. */
export type Origin = Pick<Body, "method" | "confidence" | "machine" | "camtrap_dp"> & {
  readonly observer?: string;
};

/** A vote, or what takes one back. */
export type Vote = { readonly species: Species; readonly isFor: boolean };

/** One thing that a person did to a label. */
export type Action =
  | { readonly kind: "create"; readonly content: Content; readonly origin: Origin }
  | { readonly kind: "change"; readonly before: Content; readonly after: Content }
  | ({ readonly kind: "vote" } & Vote)
  /** `before`: the label as the person saw it. */
  | { readonly kind: "remove"; readonly before: Row };

/** An action and the label that it is done to: below 0 until the service has given the label an id. */
export type Deed = { readonly label: number; readonly action: Action };

/** Why an entry is not sent: the service refuses it, or somebody else changed the label. */
export type Trouble =
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "conflict"; readonly theirs: Row };

/** What is still to be sent. It is stored until the service has it. */
export type Entry = Deed & {
  /** Made once, and sent as Idempotency-Key each time. */
  readonly key: string;
  /** Id of the user. */
  readonly person: number;
  readonly stream: number;
  /** Place in the order in which things were done. */
  readonly order: number;
  /** Version of the label that it is done to, as far as known. */
  readonly etag?: string;
  readonly trouble?: Trouble;
};

/** A number for a label that the service does not have yet. Two tabs do not make the same one. */
export function newLocalLabel(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return -(1 + (high % 2 ** 20) * 2 ** 32 + low);
}

/** Ids of the users other than one who voted, each with the species: `3:7`. */
export function votesOfOthers({ identifications }: Row, person: number): readonly string[] {
  return identifications
    .flatMap(({ species, identified_by }) => identified_by.map(({ id }) => ({ id, species: species.id })))
    .filter(({ id }) => id !== person)
    .map(({ id, species }) => `${species}:${id}`)
    .toSorted();
}
