import * as z from "zod/mini";
import { Timestamp } from "../time/timestamp.ts";
import { described } from "../wire/described.ts";
import { Id } from "../wire/id.ts";
import { orNull } from "../wire/or-null.ts";
import { filename } from "./filename.ts";
import { Sha256 } from "./parts.ts";

/** Media types of uploads. S3 keeps the file with this type. The service reads the true type from the file itself. */
export const UploadType = z.enum([
  "video/mp4",
  "video/quicktime",
  "video/webm",
  "video/x-matroska",
  "video/mp2t",
  "video/x-msvideo",
  "image/jpeg",
  "image/png",
  "image/webp",
]);

/** The largest object of S3, in bytes. The setting `UploadMaxGigabytes` is smaller. */
const maxBytes = 5e12;

export const NewUpload = z
  .strictObject({
    filename: filename("IMG_0042.MP4"),
    type: UploadType,
    bytes: described(
      z.int().check(z.gte(1), z.lte(maxBytes)),
      "Size of the file in bytes. The setting `UploadMaxGigabytes` is its maximum (default: 50 GB).",
      73_400_320,
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
        "Without `endTime`, the stream ends when the file does. `endTime` is at most 366 days after `startTime`. `fingerprint` is the SHA-256 of the SHA-256s of all parts, in order, as bytes. With it, a file that the capture source already has is refused before it is sent.",
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
