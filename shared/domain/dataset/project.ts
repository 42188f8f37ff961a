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

/** The project that a dataset is from. `observationLevel` is known at the export. */
export const Project = z
  .strictObject({
    title: text(1, 1024).check(z.meta({ description: "Its name.", examples: ["Foxes of the ridge"] })),
    samplingDesign: z.enum(samplingDesigns, { error: mustBe(`one of ${samplingDesigns.join(", ")}`) }).check(
      z.meta({
        description:
          "How the places of the cameras were chosen (Wearn & Glover-Kapfer 2017, doi:10.13140/RG.2.2.23409.17767).",
        examples: ["systematicRandom"],
      }),
    ),
    captureMethod: z.array(CaptureMethod).check(
      z.minLength(1, { error: "must have `activityDetection`, `timeLapse` or both." }),
      z.maxLength(2),
      z.refine((methods) => new Set(methods).size === methods.length, { error: "must not be given twice." }),
      z.meta({
        description: "What starts a recording: movement (`activityDetection`), or the time (`timeLapse`).",
        examples: [["activityDetection"]],
      }),
    ),
    individualAnimals: z.boolean({ error: mustBe("`true` or `false`") }).check(
      z.meta({
        description: "Whether animals are told apart, by marks or by their looks.",
        examples: [false],
      }),
    ),
    id: z
      .optional(text(1, 256))
      .check(z.meta({ description: "Its identifier elsewhere.", examples: ["P7"] })),
    acronym: z.optional(text(1, 64)).check(z.meta({ examples: ["FOR"] })),
    description: z
      .optional(text(1, 20_000))
      .check(z.meta({ description: "Markdown.", examples: ["Foxes and roads since 2019."] })),
    path: z
      .optional(webAddress)
      .check(z.meta({ description: "Its website.", examples: ["https://example.org/foxes"] })),
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
