import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";

const kinds = ["animal", "human", "vehicle", "blank", "unknown"] as const;
const sensitivities = ["none", "low", "medium", "high", "extreme"] as const;

/** The kind of a species, in the words of Camtrap DP's `observationType`. */
export const SpeciesKind = z.enum(kinds, { error: mustBe(`one of ${kinds.join(", ")}`) });
export type SpeciesKind = z.infer<typeof SpeciesKind>;

/** The precision with which exports may give the places of a species (Chapman 2020, doi:10.15468/doc-5jp4-5g10). */
export const Sensitivity = z.enum(sensitivities, { error: mustBe(`one of ${sensitivities.join(", ")}`) });
export type Sensitivity = z.infer<typeof Sensitivity>;

export const kind = described(
  SpeciesKind,
  'Kind of the species: `animal` (the default), `human`, `vehicle`, `blank` or `unknown`. A vote for a `blank` species says "nothing there".',
  "animal",
);

export const sensitivity = described(
  Sensitivity,
  "Rounding of the places of its records in exports: `none` (the default), `low` (3 decimals), `medium` (2), `high` (1) or `extreme` (no place).",
  "high",
);

export const lineage = described(
  z.array(text(1, 256)).check(z.minLength(1), z.maxLength(16)),
  "Names of the taxa that the species belongs to, highest rank first. The filter `taxon` finds annotations by them.",
  ["Animalia", "Chordata", "Mammalia", "Carnivora", "Canidae", "Vulpes"],
);
