import { find } from "./en/find.ts";
import { labelling } from "./en/labelling.ts";
import { parts } from "./en/parts.ts";
import { review } from "./en/review.ts";
import { shell } from "./en/shell.ts";
import { streams } from "./en/streams.ts";
import { watch } from "./en/watch.ts";

/** English. Each screen has its own file. */
export const en = { shell, parts, streams, watch, labelling, find, review };
