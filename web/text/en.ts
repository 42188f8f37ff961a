import { shell } from "./en/shell.ts";
import { streams } from "./en/streams.ts";
import { upload } from "./en/upload.ts";
import { watch } from "./en/watch.ts";

/** English. Each screen has its own file. */
export const en = { shell, streams, upload, watch };
