import { dataset } from "./en/dataset.ts";
import { exports } from "./en/exports.ts";
import { fallbacks } from "./en/fallbacks.ts";
import { find } from "./en/find.ts";
import { imports } from "./en/imports.ts";
import { labelling } from "./en/labelling.ts";
import { map } from "./en/map.ts";
import { more } from "./en/more.ts";
import { parts } from "./en/parts.ts";
import { places } from "./en/places.ts";
import { plots } from "./en/plots.ts";
import { review } from "./en/review.ts";
import { shell } from "./en/shell.ts";
import { streams } from "./en/streams.ts";
import { upload } from "./en/upload.ts";
import { watch } from "./en/watch.ts";

/** English. Each part has its own file, which a browser loads with the screens that show it. */
export const en = {
  shell,
  parts,
  places,
  streams,
  watch,
  labelling,
  find,
  review,
  map,
  plots,
  upload,
  more,
  dataset,
  exports,
  imports,
  fallbacks,
};
