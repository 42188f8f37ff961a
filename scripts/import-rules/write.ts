import { writeFileSync } from "node:fs";
import { overridesText } from "./overrides.ts";

/** Writes the import rules of table.ts as the overrides that biome.json extends. Run it after each change of the table. */
writeFileSync(`${import.meta.dirname}/overrides.json`, overridesText());
