import * as z from "zod/mini";
import { described } from "../wire/described.ts";
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
    title: described(text(1, 1024), "Name of the project.", "Foxes of the ridge"),
    samplingDesign: described(
      z.enum(samplingDesigns, { error: mustBe(`one of ${samplingDesigns.join(", ")}`) }),
      "Method of choosing the places of the cameras (Wearn & Glover-Kapfer 2017, doi:10.13140/RG.2.2.23409.17767).",
      "systematicRandom",
    ),
    captureMethod: described(
      z.array(CaptureMethod).check(
        z.minLength(1, { error: "must have `activityDetection`, `timeLapse` or both." }),
        z.maxLength(2),
        z.refine((methods) => new Set(methods).size === methods.length, {
          error: "must not be given twice.",
        }),
      ),
      "Trigger of recordings: movement (`activityDetection`), or the time (`timeLapse`).",
      ["activityDetection"],
    ),
    individualAnimals: described(
      z.boolean({ error: mustBe("`true` or `false`") }),
      "`true` if individual animals are distinguished, by marks or by their appearance.",
      false,
    ),
    id: described(z.optional(text(1, 256)), "Identifier of the project in another system.", "P7"),
    acronym: z.optional(text(1, 64)).check(z.meta({ examples: ["FOR"] })),
    description: described(
      z.optional(text(1, 20_000)),
      "Description of the project, in Markdown.",
      "Foxes and roads since 2019.",
    ),
    path: described(z.optional(webAddress), "Website of the project.", "https://example.org/foxes"),
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
