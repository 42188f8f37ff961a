import { find } from "./en/find.ts";
import { inLanguage } from "./language.ts";

export const findText = inLanguage("find", find);
