import { labelling } from "./en/labelling.ts";
import { inLanguage } from "./language.ts";

export const labellingText = inLanguage("labelling", labelling);
