import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { text } from "../wire/text.ts";

export const name = described(text(1, 256), "Name of the camera or the place.", "Waterhole east");
export const cameraHardware = described(
  text(0, 1024),
  "Make and model of the camera; may be empty.",
  "Pi Camera 3",
);
export const siteId = described(
  z.int(),
  "Number of the site in another system. Only one capture source can have it.",
  7,
);

export const coordinateUncertainty = described(
  z.int().check(z.gte(1), z.lte(20_040_000)),
  "Maximum distance of the camera from `location` in metres, for example 30 for a consumer GPS.",
  30,
);
