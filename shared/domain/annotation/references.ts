import type { UserSummary } from "../person/user.ts";
import type { SpeciesSummary } from "../species/species.ts";
import type { FrameSize } from "../stream/frame-size.ts";
import type { Annotation } from "./annotation.ts";
import type { Shape } from "./shape.ts";

/** The current data of the records that an annotation refers to. */
export type References = {
  readonly user: (id: number) => UserSummary;
  readonly author: (author: Annotation["author"]) => UserSummary;
  readonly species: (id: number) => SpeciesSummary;
  readonly stream: (id: number) => StreamReference;
  /** Read for the full shape only. */
  readonly source: (id: number) => SourceReference;
};

/** Reads the records that annotations refer to, as far as the shape shows them. */
export type ReadReferences = (annotations: readonly Annotation[], shape: Shape) => Promise<References>;

type StreamReference = {
  readonly url: string;
  readonly startMs: number;
  readonly size: FrameSize | undefined;
};

type SourceReference = { readonly name: string; readonly timeZone: string | undefined };

/** Returns the observer's name as typed, or else the author's display name. */
export function observerOf({ observer, author }: Annotation, references: References): string {
  return observer ?? references.author(author).display_name;
}
