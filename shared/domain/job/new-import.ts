import * as z from "zod/mini";
import { filename } from "../upload/filename.ts";
import { HexSha256 } from "../upload/parts.ts";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { ImportFormat, SentImportOptions } from "./import-options.ts";

/** Maximum size of an upload, in bytes. S3 takes up to 5 GiB in one PUT. */
const maxBytes = 5_000_000_000;

type Sent = { readonly [field in "bytes" | "s3_url" | "sha256"]?: unknown };

export const NewImport = z
  .strictObject({
    format: ImportFormat,
    bytes: orNull(
      described(
        z.int().check(z.gte(1), z.lte(maxBytes)),
        "Size of the file in bytes, up to 5 GB. Required unless you give `s3_url`.",
        482_133,
      ),
    ),
    s3_url: orNull(
      described(
        z
          .string({ error: mustBe("an address `s3://<bucket>/<key>`") })
          .check(z.maxLength(2048), z.regex(/^s3:\/\/[a-z0-9][a-z0-9-]{1,61}[a-z0-9]\/[^?#\s]+$/)),
        "Address of a file of up to 50 GB, instead of an upload. It must be an object in one of the buckets that the operator names in `VideoBuckets`.",
        "s3://field-station/veluwe-2026.zip",
      ),
    ),
    sha256: orNull(HexSha256),
    filename: orNull(filename("veluwe-2026.zip")),
  })
  .check(
    z.check<Sent>(({ value, issues }) => {
      const wrong = (path: keyof Sent, message: string) =>
        issues.push({ code: "custom", message, path: [path], input: value });
      const isStored = typeof value.s3_url === "string";
      if (isStored && typeof value.bytes === "number")
        wrong("s3_url", "must not be given together with `bytes`.");
      if (!isStored && typeof value.bytes !== "number")
        wrong("bytes", "is required: the size of the file, unless you give `s3_url`.");
      if (isStored && typeof value.sha256 === "string")
        wrong("sha256", "must not be given together with `s3_url`.");
    }),
    z.meta({
      id: "NewImport",
      examples: [{ format: "camtrap-dp", bytes: 482_133, filename: "veluwe-2026.zip" }],
    }),
  );
export type NewImport = z.infer<typeof NewImport>;

export const ImportStart = z
  .strictObject({
    dry_run: orNull(
      described(
        z.boolean({ error: mustBe("`true` or `false`") }),
        "`true`: only check the file and write the report. Default: `false`.",
      ),
    ),
    options: orNull(SentImportOptions),
  })
  .check(z.meta({ id: "ImportStart", examples: [{ dry_run: true }] }));
