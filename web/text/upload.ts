import { upload } from "./en/upload.ts";
import { inLanguage } from "./language.ts";

export const uploadText = inLanguage("upload", upload);
