import * as z from "zod/mini";
import { Excerpt, Still } from "./excerpt.ts";

/** A job for the child process. */
export type ExtractionJob = z.infer<typeof ExtractionJob>;
export const ExtractionJob = z.object({
  url: z.string(),
  excerpt: z.union([Excerpt, z.object({ kind: z.literal("stills"), stills: z.readonly(z.array(Still)) })]),
  /** The path to write the picture or the clip to. Several stills have `-0`, `-1`, … after it. */
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
  /** The resident memory that the process may use. Beyond it, it is killed. */
  maxRssBytes: z.number(),
});

const failed = {
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
  ]),
  message: z.string(),
  durationMs: z.optional(z.number()),
};

/** The result of one of several stills. */
export type StillResult = z.infer<typeof StillResult>;
const StillResult = z.union([z.object({ ok: z.literal(true), sizeBytes: z.number() }), z.object(failed)]);

/** The result of a job. */
export type ExtractionResult = z.infer<typeof ExtractionResult>;
export const ExtractionResult = z.union([
  z.object({
    ok: z.literal(true),
    sizeBytes: z.number(),
    /** Of a job for several stills. */
    stills: z.array(StillResult),
    /** Of the upright picture with square pixels, as players show it. */
    size: z.object({ width: z.int(), height: z.int() }),
    /** What the job read from the source. */
    stats: z.object({ bytes: z.number(), requests: z.number() }),
    rssBytes: z.number(),
  }),
  z.object({ ...failed, rssBytes: z.number() }),
  /** An error of this machine. */
  z.object({
    ok: z.literal(false),
    reason: z.literal("failed"),
    message: z.string(),
    durationMs: z.optional(z.number()),
    rssBytes: z.number(),
  }),
]);
