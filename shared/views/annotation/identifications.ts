import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { References } from "../../domain/annotation/references.ts";
import { UserSummary } from "../../domain/person/user.ts";
import { SpeciesSummary } from "../../domain/species/species.ts";

/** The species of an annotation, each with the users who voted for it. */
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
