import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";

const kinds = ["animal", "human", "vehicle", "blank", "unknown"] as const;
const sensitivities = ["none", "low", "medium", "high", "extreme"] as const;

/** What a species stands for, in the words of Camtrap DP's `observationType`. */
export const SpeciesKind = z.enum(kinds, { error: mustBe(`one of ${kinds.join(", ")}`) });
export type SpeciesKind = z.infer<typeof SpeciesKind>;

/** How exactly an export may give its places (Chapman 2020, doi:10.15468/doc-5jp4-5g10). */
export const Sensitivity = z.enum(sensitivities, { error: mustBe(`one of ${sensitivities.join(", ")}`) });
export type Sensitivity = z.infer<typeof Sensitivity>;

export const kind = SpeciesKind.check(
  z.meta({
    description:
      'What the species is: `animal` (the default), `human`, `vehicle`, `blank` or `unknown`. A vote for a `blank` species says "nothing there".',
    examples: ["animal"],
  }),
);

export const sensitivity = Sensitivity.check(
  z.meta({
    description:
      "How much exports blur the places of its records: `none` (the default), `low` (3 decimals), `medium` (2), `high` (1) or `extreme` (no place).",
    examples: ["high"],
  }),
);

export const lineage = z.array(text(1, 256)).check(
  z.minLength(1),
  z.maxLength(16),
  z.meta({
    description: "Names of the taxa that it belongs to, highest rank first. `taxon=` finds records by them.",
    examples: [["Animalia", "Chordata", "Mammalia", "Carnivora", "Canidae", "Vulpes"]],
  }),
);
