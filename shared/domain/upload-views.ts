import * as z from "zod/mini";
import { Id } from "./id.ts";
import { mustBe } from "./must-be.ts";
import { orNull } from "./or-null.ts";
import { text } from "./text.ts";
import { formatTimestamp, Timestamp, TimestampView } from "./timestamp.ts";
import type { Upload } from "./upload.ts";
import { partBytesOf, partCountOf, uploadLifetimeMs } from "./upload.ts";

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

const exampleSum = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

const Sha256 = z.string({ error: mustBe("a SHA-256 in base64 (44 characters)") }).check(
  z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/),
  z.meta({
    description: "SHA-256 in base64.",
    examples: [exampleSum],
  }),
);

const PartNumber = z
  .int()
  .check(z.gte(1), z.lte(9000), z.meta({ description: "Number of the part, from 1.", examples: [1] }));

const PartBytes = z.int().check(
  z.gte(1),
  z.lte(5 * 2 ** 30),
  z.meta({
    description: "Length of the part: `part_bytes`, or what is left for the last one.",
    examples: [16_777_216],
  }),
);

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

/** A part that S3 has. */
export const ReceivedPart = z.strictObject({ number: PartNumber, bytes: z.int(), sha256: Sha256 });
export type ReceivedPart = z.infer<typeof ReceivedPart>;

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

/** One signature takes little, but a page of them would be long. */
const maxSigned = 50;

export const PartsToSign = z
  .strictObject({
    parts: z
      .array(z.strictObject({ number: PartNumber, sha256: Sha256, bytes: PartBytes }))
      .check(z.minLength(1), z.maxLength(maxSigned), z.meta({ description: "Up to 50 parts, each once." })),
  })
  .check(
    z.meta({
      id: "PartsToSign",
      description: "Parts that will be sent, with the SHA-256 of the bytes of each in base64.",
      examples: [{ parts: [{ number: 1, bytes: 16_777_216, sha256: exampleSum }] }],
    }),
  );
export type PartsToSign = z.infer<typeof PartsToSign>;

export const SignedParts = z
  .strictObject({
    parts: z.array(
      z.strictObject({
        number: PartNumber,
        url: z.string(),
        headers: z
          .record(z.string(), z.string())
          .check(z.meta({ description: "The PUT must have exactly these headers, and these bytes." })),
        expires_at: TimestampView,
      }),
    ),
  })
  .check(z.meta({ id: "SignedParts" }));
export type SignedPart = z.infer<typeof SignedParts>["parts"][number];

export const Completion = z
  .strictObject({
    parts: z
      .array(z.strictObject({ number: PartNumber, sha256: Sha256 }))
      .check(
        z.minLength(1),
        z.maxLength(9000),
        z.meta({ description: "Every part of the file, in any order." }),
      ),
  })
  .check(
    z.meta({
      id: "Completion",
      description: "The parts of the whole file, with the SHA-256 of each in base64.",
      examples: [{ parts: [{ number: 1, sha256: exampleSum }] }],
    }),
  );
export type Completion = z.infer<typeof Completion>;
