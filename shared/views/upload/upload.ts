import * as z from "zod/mini";
import { formatTimestamp, Timestamp, TimestampView } from "../../domain/time/timestamp.ts";
import { partBytesOf, partCountOf } from "../../domain/upload/part-sizes.ts";
import { ReceivedPart, Sha256 } from "../../domain/upload/parts.ts";
import type { Upload } from "../../domain/upload/upload.ts";
import { uploadLifetimeMs } from "../../domain/upload/upload.ts";
import { Id } from "../../domain/wire/id.ts";
import { orNull } from "../../domain/wire/or-null.ts";
import { text } from "../../domain/wire/text.ts";

/** What an upload can be. The file itself says what it is; this is the type with which S3 keeps it. */
const UploadType = z.enum([
  "video/mp4",
  "video/quicktime",
  "video/webm",
  "video/x-matroska",
  "video/mp2t",
  "image/jpeg",
  "image/png",
  "image/webp",
]);

/** The largest object of S3, in bytes. The setting `UploadMaxGigabytes` is smaller. */
const maxBytes = 5e12;

export const NewUpload = z
  .strictObject({
    filename: text(1, 255).check(
      z.meta({ description: "What the file is called where it comes from.", examples: ["IMG_0042.MP4"] }),
    ),
    type: UploadType,
    bytes: z.int().check(
      z.gte(1),
      z.lte(maxBytes),
      z.meta({
        description:
          "Size of the file in bytes. The setting `UploadMaxGigabytes` limits it, to 50 GB unless it is changed.",
        examples: [73_400_320],
      }),
    ),
    capturesource: Id,
    startTime: Timestamp,
    endTime: orNull(Timestamp),
    fingerprint: orNull(Sha256),
  })
  .check(
    z.meta({
      id: "NewUpload",
      description:
        "Without `endTime` the stream ends when the file does. `fingerprint` is the SHA-256 of the SHA-256s of all parts, in order, as bytes: with it, a file that the capture source has already is refused before it is sent.",
      examples: [
        {
          filename: "IMG_0042.MP4",
          type: "video/mp4",
          bytes: 73_400_320,
          capturesource: 1,
          startTime: "2026-03-01T06:30:00Z",
        },
      ],
    }),
  );
export type NewUpload = z.infer<typeof NewUpload>;

const sizes = {
  part_bytes: z
    .int()
    .check(z.meta({ description: "Length of each part in bytes, but of the last, which may be shorter." })),
  parts: z.int().check(z.meta({ description: "Number of parts." })),
};

export const CreatedUpload = z.strictObject({ id: Id, ...sizes });

export function viewSizes(sizeBytes: number) {
  return { part_bytes: partBytesOf(sizeBytes), parts: partCountOf(sizeBytes) };
}

export const UploadView = z
  .strictObject({
    id: Id,
    status: z.enum(["open", "joining", "done"]).check(
      z.meta({
        description:
          "`open` for parts, `joining` since the completion was asked for, `done` when it is a stream.",
      }),
    ),
    ...sizes,
    received: z
      .array(ReceivedPart)
      .check(z.meta({ description: "The parts that have arrived. Empty once they are joined." })),
    videostream: z.nullable(Id).check(z.meta({ description: "The stream that the file has become." })),
    expires: TimestampView,
  })
  .check(
    z.meta({
      id: "Upload",
      description: "An upload that is not `done` by `expires` ends, and its parts are removed.",
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
