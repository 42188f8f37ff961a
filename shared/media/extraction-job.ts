import * as z from "zod/mini";
import { Excerpt } from "./excerpt.ts";

/** A job as the child process gets it. */
export type ExtractionJob = z.infer<typeof ExtractionJob>;
export const ExtractionJob = z.object({
  url: z.string(),
  moment: Excerpt,
  /** Where the picture or the clip is written to. */
  outputFile: z.string(),
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
});

/** What the child process answers to a job. */
export type ExtractionAnswer = z.infer<typeof ExtractionAnswer>;
export const ExtractionAnswer = z.union([
  z.object({
    ok: z.literal(true),
    sizeBytes: z.number(),
    /** What the job took from the source. */
    stats: z.object({ bytes: z.number(), requests: z.number() }),
    rssBytes: z.number(),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum([
      "refused",
      "over-limit",
      "unreachable",
      "bad-answer",
      "out-of-time",
      "unreadable",
      "past-the-end",
      /** Our own machine's fault. */
      "failed",
    ]),
    message: z.string(),
    durationMs: z.optional(z.number()),
    rssBytes: z.number(),
  }),
]);
