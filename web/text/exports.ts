import { exports } from "./en/exports.ts";
import { inLanguage } from "./language.ts";

export const exportsText = inLanguage("exports", exports);
