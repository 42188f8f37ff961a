import * as z from "zod/mini";
import { Excerpt } from "./excerpt.ts";
import { FileFacts, OpenedFile } from "./file-facts.ts";

/** A job for the child process. */
export type ExtractionJob = z.infer<typeof ExtractionJob>;
export const ExtractionJob = z.object({
  url: z.string(),
  /** What to cut, and the path to write the picture or the clip to. Without it, the job reads the facts of the file. */
  cut: z.exactOptional(z.object({ excerpt: Excerpt, outputFile: z.string() })),
  rules: z.object({
    allowedOrigins: z.readonly(z.array(z.string())),
    allowedHosts: z.exactOptional(z.readonly(z.array(z.string()))),
  }),
  limits: z.object({
    maxBytes: z.number(),
    maxRequests: z.number(),
    idleMs: z.number(),
    totalMs: z.number(),
  }),
  /** The resident memory that the process may use. Beyond it, it is killed. */
  maxRssBytes: z.number(),
});

const used = {
  /** What the job read from the source. */
  stats: z.object({ bytes: z.number(), requests: z.number() }),
  rssBytes: z.number(),
};

/** The result of a job. */
export type ExtractionResult = z.infer<typeof ExtractionResult>;
export const ExtractionResult = z.union([
  z.object({ ok: z.literal(true), cut: z.extend(OpenedFile, { sizeBytes: z.number() }), ...used }),
  z.object({ ok: z.literal(true), facts: FileFacts, ...used }),
  z.object({
    ok: z.literal(false),
    reason: z.enum([
      "refused",
      "over-limit",
      "unreachable",
      "bad-answer",
      "out-of-time",
      "unreadable",
      "too-much-memory",
      "past-the-end",
      "no-clip",
      /** An error of this machine. */
      "failed",
    ]),
    message: z.string(),
    durationMs: z.optional(z.number()),
    rssBytes: z.number(),
  }),
]);
