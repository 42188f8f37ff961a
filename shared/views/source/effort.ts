import * as z from "zod/mini";
import { EffortDimension } from "../../domain/source/effort.ts";
import { TimestampView } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

const seconds = described(z.number().check(z.gte(0)), "Recorded seconds.", 5400);
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.meta({ examples: ["2026-03-01"] }));
const month = z.string().check(z.regex(/^\d{4}-\d{2}$/), z.meta({ examples: ["2026-03"] }));

export const EffortView = z
  .strictObject({
    by: z.array(EffortDimension),
    rows: z.array(
      z.strictObject({
        capturesource: z.optional(Id),
        day: z.optional(day),
        month: z.optional(month),
        seconds,
      }),
    ),
    as_of: TimestampView,
  })
  .check(
    z.meta({
      id: "Effort",
      description:
        "Recorded time. Live streams count until `as_of`. Only rows with recorded time are present.",
      examples: [
        {
          by: ["capturesource", "day"],
          rows: [{ capturesource: 1, day: "2026-03-01", seconds: 5400 }],
          as_of: "2026-03-02T06:30:00.250Z",
        },
      ],
    }),
  );
