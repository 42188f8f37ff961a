import * as z from "zod/mini";
import { text } from "../wire/text.ts";

export const commonName = text(1, 256).check(z.meta({ description: "Common name.", examples: ["Red fox"] }));
export const scientificName = text(1, 256).check(
  z.meta({ description: "Scientific name.", examples: ["Vulpes vulpes"] }),
);
export const externalTaxonId = z.int().check(
  z.meta({
    description: "Id of the taxon in an external registry. Only one species can have it.",
    examples: [5219243],
  }),
);
