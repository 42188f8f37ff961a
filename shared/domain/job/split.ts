import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";

/** The parts of a training set, in the order of their files. */
export const splitParts = ["train", "val", "test"] as const;
export type SplitPart = (typeof splitParts)[number];

const share = z
  .number({ error: mustBe("a number from 0 to 100") })
  .check(z.gte(0), z.lte(100), z.meta({ examples: [80] }));
const maxSeed = 2 ** 32 - 1;

/** The split of a training set. A part with a share of 0 has no file. */
export const Split = z
  .strictObject(
    {
      train: share,
      val: share,
      test: share,
      seed: z
        .int({ error: mustBe(`a whole number from 0 to ${maxSeed}`) })
        .check(z.gte(0), z.lte(maxSeed), z.meta({ examples: [1] })),
    },
    {
      error: ({ code }) =>
        code === "invalid_type"
          ? 'must be `null`, or an object such as `{ "train": 80, "val": 10, "test": 10, "seed": 1 }`.'
          : undefined,
    },
  )
  .check(
    z.refine((split) => splitParts.some((part) => split[part] > 0), {
      error: "must have a share above 0.",
    }),
    z.meta({
      id: "Split",
      description:
        "Only for `coco` and `ytvis`. Shares of capture sources for training, validation and test, such as 80, 10 and 10. All videos of a source go into the same part, which a hash of its id and `seed` chooses, because pictures of one camera are very similar. Default: `null`, which gives a single part.",
      examples: [{ train: 80, val: 10, test: 10, seed: 1 }],
    }),
  );
export type Split = z.infer<typeof Split>;
