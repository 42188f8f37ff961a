import { parts } from "./en/parts.ts";
import { inLanguage } from "./language.ts";

export const partsText = inLanguage("parts", parts);
