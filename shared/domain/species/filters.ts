import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { idsParameter } from "../wire/id.ts";

/** The filters of annotations by species, besides `name`. */
export const speciesFilters = {
  species: z.optional(
    idsParameter(
      "Only annotations of the species with this id: those with a vote for it, and those whose observation has one of its names.",
      2,
    ),
  ),
  taxon: z.optional(
    described(
      z.string().check(z.minLength(1)),
      "Only annotations of a species with this name in its `lineage`, by votes and by names, as the filter `species` finds them. Give the whole name. Case and accents do not matter. At most 100 species may have it.",
      "Carnivora",
    ),
  ),
};
