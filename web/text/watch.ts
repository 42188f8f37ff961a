import { watch } from "./en/watch.ts";
import { inLanguage } from "./language.ts";

export const watchText = inLanguage("watch", watch);
