import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";
import { webAddress } from "../wire/web-address.ts";

const samplingDesigns = [
  ...(["simpleRandom", "systematicRandom", "clusteredRandom"] as const),
  ...(["experimental", "targeted", "opportunistic"] as const),
] as const;

const CaptureMethod = z.enum(["activityDetection", "timeLapse"], {
  error: mustBe("`activityDetection` or `timeLapse`"),
});

/** The project of a dataset. Its `observationLevel` is determined by each export. */
export const Project = z
  .strictObject({
    title: text(1, 1024).check(
      z.meta({ description: "Name of the project.", examples: ["Foxes of the ridge"] }),
    ),
    samplingDesign: z.enum(samplingDesigns, { error: mustBe(`one of ${samplingDesigns.join(", ")}`) }).check(
      z.meta({
        description:
          "Method of choosing the places of the cameras (Wearn & Glover-Kapfer 2017, doi:10.13140/RG.2.2.23409.17767).",
        examples: ["systematicRandom"],
      }),
    ),
    captureMethod: z.array(CaptureMethod).check(
      z.minLength(1, { error: "must have `activityDetection`, `timeLapse` or both." }),
      z.maxLength(2),
      z.refine((methods) => new Set(methods).size === methods.length, { error: "must not be given twice." }),
      z.meta({
        description: "Trigger of recordings: movement (`activityDetection`), or the time (`timeLapse`).",
        examples: [["activityDetection"]],
      }),
    ),
    individualAnimals: z.boolean({ error: mustBe("`true` or `false`") }).check(
      z.meta({
        description: "`true` if individual animals are distinguished, by marks or by their appearance.",
        examples: [false],
      }),
    ),
    id: z
      .optional(text(1, 256))
      .check(z.meta({ description: "Identifier of the project in another system.", examples: ["P7"] })),
    acronym: z.optional(text(1, 64)).check(z.meta({ examples: ["FOR"] })),
    description: z.optional(text(1, 20_000)).check(
      z.meta({
        description: "Description of the project, in Markdown.",
        examples: ["Foxes and roads since 2019."],
      }),
    ),
    path: z
      .optional(webAddress)
      .check(z.meta({ description: "Website of the project.", examples: ["https://example.org/foxes"] })),
  })
  .check(
    z.meta({
      id: "Project",
      examples: [
        {
          title: "Foxes of the ridge",
          samplingDesign: "systematicRandom",
          captureMethod: ["activityDetection"],
          individualAnimals: false,
        },
      ],
    }),
  );
