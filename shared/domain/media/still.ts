import * as z from "zod/mini";
import { MediaOffset } from "../time/media-offset.ts";
import { described } from "../wire/described.ts";
import { Id } from "../wire/id.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";

const maxStills = 50;

const example = { videostream: 2, time: "00:00:05", width: 320, crop: "label:7" };

/** Only two widths, so that different pages can use the same still. */
const Width = described(
  z.literal([320, 960]),
  "Maximum width in pixels: 320 or 960. Without it, the maximum is 1,920.",
  320,
);

const Crop = z.pipe(
  described(
    z
      .string({ error: mustBe("`label:<id>`, with the id of an annotation") })
      .check(z.regex(/^label:[1-9][0-9]{0,14}$/)),
    "`label:<id>` shows only the box of this annotation at that time, plus half of its width and height on each side.",
    "label:7",
  ),
  z.transform((text) => Number(text.slice("label:".length))),
);

export const WantedStill = z
  .strictObject({ videostream: Id, time: MediaOffset, width: orNull(Width), crop: orNull(Crop) })
  .check(z.meta({ id: "WantedStill", examples: [example] }));
export type WantedStill = z.infer<typeof WantedStill>;

export const WantedStills = z
  .strictObject({
    items: z
      .array(WantedStill, { error: mustBe(`a list of 1 to ${maxStills} stills`) })
      .check(z.minLength(1), z.maxLength(maxStills)),
  })
  .check(z.meta({ id: "WantedStills", examples: [{ items: [example] }] }));
