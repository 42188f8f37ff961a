import * as z from "zod/mini";
import { text } from "../wire/text.ts";

export const name = text(1, 256).check(
  z.meta({ description: "Name of the camera or the place.", examples: ["Waterhole east"] }),
);
export const cameraHardware = text(0, 1024).check(
  z.meta({ description: "Make and model of the camera; may be empty.", examples: ["Pi Camera 3"] }),
);
export const siteId = z.int().check(
  z.meta({
    description: "Number of the site in another system. Only one capture source can have it.",
    examples: [7],
  }),
);

export const coordinateUncertainty = z.int().check(
  z.gte(1),
  z.lte(20_040_000),
  z.meta({
    description:
      "Maximum distance of the camera from `location` in metres, for example 30 for a consumer GPS.",
    examples: [30],
  }),
);
