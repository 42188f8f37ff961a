import * as z from "zod/mini";
import { FilePart } from "../copy/joined-source.ts";
import { PieceLayout } from "../copy/piece-layout.ts";
import { FileFacts, OpenedFile } from "../read/file-facts.ts";
import { Excerpt, Still } from "./excerpt.ts";

const Stills = z.object({ kind: z.literal("stills"), stills: z.readonly(z.array(Still)) });

/** A piece of a playable copy. Times are in milliseconds from the start of the video. */
const Piece = z.object({ kind: z.literal("piece"), fromMs: z.number(), toMs: z.number() });

/** Reads codec and length of the original of a copy, and makes nothing. */
const Original = z.object({ kind: z.literal("original") });

/**
 * A clip of a playable copy, whose frames are in these parts of its pieces (see `partsOfRange`). Times are those of the
 * copy, which are the original's.
 */
const ClipOfCopy = z.object({
  kind: z.literal("clip-of-copy"),
  startMs: z.number(),
  endMs: z.number(),
  parts: z.readonly(z.array(FilePart)),
});

/** What to make of the file: one still or clip, several stills, a piece of a copy, or a clip of one. */
export type Cut = z.infer<typeof Cut>;
const Cut = z.union([Excerpt, Stills, Original, Piece, ClipOfCopy]);

/** The length of a copy's original, and the layout of a piece that was made. */
export type MadePiece = z.infer<typeof MadePiece>;
const MadePiece = z.object({
  lengthMs: z.int(),
  /** Absent if no piece was made: no frame begins in its range. */
  layout: z.exactOptional(PieceLayout),
});

/** A job for the child process. */
export type ExtractionJob = z.infer<typeof ExtractionJob>;
export const ExtractionJob = z.object({
  /** The file to read. A clip of a copy reads the URLs of its parts instead. */
  url: z.string(),
  /**
   * The excerpt to cut, and the path to write it to. The paths of several stills end with `-0`, `-1`, … A job without
   * `cut` reads the facts of the file.
   */
  cut: z.exactOptional(z.object({ excerpt: Cut, outputFile: z.string() })),
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
  /** Maximum resident memory of the process. A process that uses more is killed. */
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
    "no-clip",
    "clip-codec",
    "no-decoder",
  ]),
  message: z.string(),
  durationMs: z.optional(z.number()),
};

/** The result of one of several stills. */
export type StillResult = z.infer<typeof StillResult>;
const StillResult = z.union([z.object({ ok: z.literal(true), sizeBytes: z.number() }), z.object(failed)]);

const used = {
  /** Bytes and requests that the job used to read the source. */
  stats: z.object({ bytes: z.number(), requests: z.number() }),
  rssBytes: z.number(),
};

/** The result of a job. */
export type ExtractionResult = z.infer<typeof ExtractionResult>;
export const ExtractionResult = z.union([
  z.object({
    ok: z.literal(true),
    /** `stills` of a job for several stills, whose `sizeBytes` is 0. */
    cut: z.extend(OpenedFile, {
      sizeBytes: z.number(),
      stills: z.array(StillResult),
      piece: z.exactOptional(MadePiece),
    }),
    ...used,
  }),
  z.object({ ok: z.literal(true), facts: FileFacts, ...used }),
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
