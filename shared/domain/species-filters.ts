import * as z from "zod/mini";
import { idsParameter } from "./id.ts";

/** The filters of annotations by species, besides `name`. */
export const speciesFilters = {
  species: z.optional(
    idsParameter(
      "Only annotations of the species with this id, by votes or by any of its names in their observation.",
      2,
    ),
  ),
  taxon: z.optional(
    z.string().check(
      z.minLength(1),
      z.meta({
        description:
          "Only annotations of the species with this name in their `lineage`. The whole name; case and accents do not matter. At most 100 species.",
        examples: ["Carnivora"],
      }),
    ),
  ),
};
