import { plots } from "./en/plots.ts";
import { inLanguage } from "./language.ts";

export const plotsText = inLanguage("plots", plots);
