import { imports } from "./en/imports.ts";
import { inLanguage } from "./language.ts";

export const importsText = inLanguage("imports", imports);
