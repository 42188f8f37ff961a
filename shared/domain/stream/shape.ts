import * as z from "zod/mini";
import { described } from "../wire/described.ts";

/** Asks for the shape of streams that has all fields. The other shape is that of the interface. */
export const streamShape = described(
  z.optional(z.enum(["full"])),
  "`full` returns more fields: see `VideoStreamInFullShape`. Default: the fields of `VideoStream`.",
  "full",
);
