import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { text } from "../wire/text.ts";

export const commonName = described(text(1, 256), "Common name.", "Red fox");
export const scientificName = described(text(1, 256), "Scientific name.", "Vulpes vulpes");
export const externalTaxonId = described(
  z.int(),
  "Id of the taxon in an external registry. Only one species can have it.",
  5219243,
);
