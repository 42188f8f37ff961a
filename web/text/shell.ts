import { shell } from "./en/shell.ts";
import { inLanguage } from "./language.ts";

export const shellText = inLanguage("shell", shell);
