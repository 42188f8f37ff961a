import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { Id } from "../wire/id.ts";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";

/**
 * Maximum number of labels in the options of an import, and their maximum size in bytes. A page of a hundred imports
 * must fit into a response.
 */
const maxLabels = 300;
const maxLabelBytes = 20_000;

const path = text(0, 2048);

const speciesId = z.int({ error: mustBe("the id of a species, or null") }).check(z.positive());

/** Options of imports of detectors' results. `importOptions` sets their defaults. */
export const detectionOptions = {
  match: z.strictObject({ strip: z.optional(path), base: z.optional(path) }).check(
    z.meta({
      id: "ImportMatch",
      description:
        "Relates the paths in the file to the URLs of streams. `strip` is removed from the start of a path. With `base`, which is put in front of the rest, the result must be a whole URL. Without `base`, the rest must be the end of a URL.",
      examples: [{ strip: "D:\\cards\\" }],
    }),
  ),
  capturesources: described(
    z
      .array(Id, { error: mustBe("a list of ids of capture sources") })
      .check(z.minLength(1), z.maxLength(100)),
    "Ids of the capture sources that recorded the files: at most 100 ids. Without this option, files are looked up among all streams, of which there may be at most 100,000.",
    [1, 2],
  ),
  min_confidence: described(
    z.number({ error: mustBe("a number from 0 to 1") }).check(z.gte(0), z.lte(1)),
    "Leaves out detections below this confidence. Default: 0.2.",
    0.2,
  ),
  frames: described(
    z.enum(["best", "all"], { error: mustBe("`best` or `all`") }),
    "Frames of a video that are imported. `best`: for each category, the detections in the frame where its confidence is highest. `all`: all detections. Default: `best`.",
    "best",
  ),
  labels: z
    .record(text(1, 256), z.nullable(speciesId), {
      error: mustBe("an object of labels, each with the id of a species or null"),
    })
    .check(
      z.refine((labels) => Object.keys(labels).length <= maxLabels, {
        error: `must have at most ${maxLabels} labels.`,
      }),
      z.refine((labels) => new TextEncoder().encode(JSON.stringify(labels)).length <= maxLabelBytes, {
        error: `must have at most ${maxLabelBytes} bytes as JSON.`,
      }),
      z.meta({
        description: `Species of labels: each value is the id of a species, or null to leave out the label's detections. A label without a value means the species with that name. At most ${maxLabels} labels.`,
        maxProperties: maxLabels,
        examples: [{ fox: 12, cat: null }],
      }),
    ),
  create_species: described(
    z.boolean({ error: mustBe("`true` or `false`") }),
    "`true`: makes a species for each label that has none. Default: `false`.",
    false,
  ),
} as const;
