import * as z from "zod/mini";
import { TimestampView } from "../time/timestamp.ts";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";

const exampleSum = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

export const Sha256 = described(
  z
    .string({ error: mustBe("a SHA-256 in base64 (44 characters)") })
    .check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/)),
  "SHA-256 in base64.",
  exampleSum,
);

export const HexSha256 = described(
  z
    .string({ error: mustBe("a SHA-256 checksum in 64 lower-case hexadecimal digits") })
    .check(z.regex(/^[0-9a-f]{64}$/)),
  "SHA-256 of the file, in 64 lower-case hexadecimal digits.",
);

const PartNumber = described(z.int().check(z.gte(1), z.lte(9000)), "Number of the part, from 1.", 1);

const PartBytes = described(
  z.int().check(z.gte(1), z.lte(5 * 2 ** 30)),
  "Length of the part in bytes: `part_bytes`, or the rest of the file for the last part.",
  16_777_216,
);

/** A part that S3 has received. */
export const ReceivedPart = z.strictObject({ number: PartNumber, bytes: z.int(), sha256: Sha256 });
export type ReceivedPart = z.infer<typeof ReceivedPart>;

/** Maximum number of parts in one request. One signature takes little time, but hundreds would take long. */
const maxSigned = 50;

export const PartsToSign = z
  .strictObject({
    parts: described(
      z
        .array(z.strictObject({ number: PartNumber, sha256: Sha256, bytes: PartBytes }))
        .check(z.minLength(1), z.maxLength(maxSigned)),
      "Up to 50 parts, each once.",
    ),
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
        headers: described(
          z.record(z.string(), z.string()),
          "The PUT must have exactly these headers, and the bytes of the announced SHA-256.",
        ),
        expires_at: TimestampView,
      }),
    ),
  })
  .check(z.meta({ id: "SignedParts" }));
export type SignedPart = z.infer<typeof SignedParts>["parts"][number];

export const Completion = z
  .strictObject({
    parts: described(
      z
        .array(z.strictObject({ number: PartNumber, sha256: Sha256 }))
        .check(z.minLength(1), z.maxLength(9000)),
      "Every part of the file, in any order.",
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
