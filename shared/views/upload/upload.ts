import * as z from "zod/mini";
import { formatTimestamp, TimestampView } from "../../domain/time/timestamp.ts";
import { partBytesOf, partCountOf } from "../../domain/upload/part-sizes.ts";
import { ReceivedPart } from "../../domain/upload/parts.ts";
import { type Upload, uploadLifetimeMs } from "../../domain/upload/upload.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

const sizes = {
  part_bytes: described(z.int(), "Length of each part in bytes. The last one may be shorter."),
  parts: described(z.int(), "Number of parts."),
};

export const CreatedUpload = z.strictObject({ id: Id, ...sizes });

export function viewSizes(sizeBytes: number) {
  return { part_bytes: partBytesOf(sizeBytes), parts: partCountOf(sizeBytes) };
}

export const UploadView = z
  .strictObject({
    id: Id,
    status: described(
      z.enum(["open", "joining", "done"]),
      "`open`: it takes parts. `joining`: its completion was requested. `done`: it has become a stream.",
    ),
    ...sizes,
    received: described(z.array(ReceivedPart), "The parts that have arrived. Empty once they are joined."),
    videostream: described(z.nullable(Id), "Id of the stream that the file has become."),
    expires: TimestampView,
  })
  .check(
    z.meta({
      id: "Upload",
      description: "An upload that is not `done` by `expires` is ended, and its parts are removed.",
    }),
  );

export function viewUpload(
  { id, sizeBytes, state, createdMs }: Upload,
  received: readonly ReceivedPart[],
): z.infer<typeof UploadView> {
  return {
    id,
    status: state.kind === "ended" ? "open" : state.kind,
    ...viewSizes(sizeBytes),
    received: received.map(({ number, bytes, sha256 }) => ({ number, bytes, sha256 })),
    videostream: state.kind === "done" ? state.stream : null,
    expires: formatTimestamp(createdMs + uploadLifetimeMs),
  };
}
