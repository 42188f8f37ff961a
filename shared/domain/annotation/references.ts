import * as z from "zod/mini";
import { Role } from "../person/role.ts";
import { SpeciesSummary } from "../species/species.ts";
import type { FrameSize } from "../stream/frame-size.ts";
import { Id } from "../wire/id.ts";
import type { Annotation } from "./annotation.ts";

/** A user or a capture source as other records show it. It never contains an e-mail address. */
export const UserSummary = z
  .strictObject({
    id: Id,
    display_name: z.string().check(z.meta({ examples: ["Chi Nguyen"] })),
    role: z.union([Role, z.literal("camera")]),
  })
  .check(z.meta({ id: "UserSummary" }));
export type UserSummary = z.infer<typeof UserSummary>;

/** The species of an annotation, each with those who voted for it. */
export const IdentificationsView = z.array(
  z.strictObject({ identified_by: z.array(UserSummary), species: SpeciesSummary }),
);

export function viewIdentifications(
  { identifications }: Pick<Annotation, "identifications">,
  references: References,
): z.infer<typeof IdentificationsView> {
  return identifications.map(({ species, voters }) => ({
    identified_by: voters.map(references.user),
    species: references.species(species),
  }));
}

/** The current data of the records that an annotation refers to. */
export type References = {
  readonly user: (id: number) => UserSummary;
  readonly author: (author: Annotation["author"]) => UserSummary;
  readonly species: (id: number) => SpeciesSummary;
  readonly stream: (id: number) => StreamReference;
  /** Read for the full shape only. */
  readonly source: (id: number) => SourceReference;
};

type StreamReference = {
  readonly url: string;
  readonly startMs: number;
  readonly size: FrameSize | undefined;
};

type SourceReference = { readonly name: string; readonly timeZone: string | undefined };

/** What somebody typed, or else the author's name. */
export function observerOf({ observer, author }: Annotation, references: References): string {
  return observer ?? references.author(author).display_name;
}
