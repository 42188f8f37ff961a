import * as z from "zod/mini";
import { Id } from "../wire/id.ts";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";

/** Labels that an import says something about, and their bytes: a page of a hundred imports must fit into an answer. */
const maxLabels = 300;
const maxLabelBytes = 20_000;

const path = text(0, 2048);

const speciesId = z.int({ error: mustBe("the id of a species, or null") }).check(z.positive());

/** Options of imports of detectors' results. None has a default here: `importOptions` fills them in. */
export const detectionOptions = {
  match: z.strictObject({ strip: z.optional(path), base: z.optional(path) }).check(
    z.meta({
      id: "ImportMatch",
      description:
        "How the paths in the file become addresses of streams. `strip` is cut off their front. With `base` in front of the rest, they must be whole addresses; without it, the ends of addresses.",
      examples: [{ strip: "D:\\cards\\" }],
    }),
  ),
  capturesources: z.array(Id, { error: mustBe("a list of ids of capture sources") }).check(
    z.minLength(1),
    z.maxLength(100),
    z.meta({
      description:
        "Ids of the capture sources whose streams the files are, at most 100. Without it, files are looked for among all streams, of which there may be 100,000.",
      examples: [[1, 2]],
    }),
  ),
  min_confidence: z.number({ error: mustBe("a number from 0 to 1") }).check(
    z.gte(0),
    z.lte(1),
    z.meta({
      description: "Leaves out detections below this confidence. Default: 0.2.",
      examples: [0.2],
    }),
  ),
  frames: z.enum(["best", "all"], { error: mustBe("`best` or `all`") }).check(
    z.meta({
      description:
        "Of a video: `best` takes, of each category, the detections in the frame with the surest one; `all` takes all. Default: `best`.",
      examples: ["best"],
    }),
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
        description: `What labels mean: each is the id of a species, or null, which leaves its detections out. Other labels mean the species of that name. At most ${maxLabels}.`,
        maxProperties: maxLabels,
        examples: [{ fox: 12, cat: null }],
      }),
    ),
  create_species: z.boolean({ error: mustBe("`true` or `false`") }).check(
    z.meta({
      description: "`true`: makes species of the labels that nobody knows. Default: `false`.",
      examples: [false],
    }),
  ),
} as const;
