import * as z from "zod/mini";
import { copyStates } from "../../domain/copy/copy.ts";
import { TimestampView } from "../../domain/time/timestamp.ts";

const CopyState = z.enum(copyStates).check(
  z.meta({
    description:
      "State of the playable copy. `none`: nobody asked for one, or `stream_url` has changed since. `waiting` and `making`: it will be there soon; its first part can be played while the rest is made. `there`: complete. `failed`: it could not be made; ask again.",
    examples: ["waiting"],
  }),
);

/** Fields of a stream about its copy. */
export const copyFields = {
  copy: CopyState,
  copy_waits_until: z.nullable(TimestampView).check(
    z.meta({
      description: "The day on which the copy may begin. null if it need not wait for another day.",
    }),
  ),
};

export const CopyView = z.strictObject({ copy: CopyState }).check(z.meta({ id: "Copy" }));
