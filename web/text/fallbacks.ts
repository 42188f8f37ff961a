import { fallbacks } from "./en/fallbacks.ts";
import { inLanguage } from "./language.ts";

export const fallbacksText = inLanguage("fallbacks", fallbacks);
