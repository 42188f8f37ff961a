import { more } from "./en/more.ts";
import { inLanguage } from "./language.ts";

export const moreText = inLanguage("more", more);
