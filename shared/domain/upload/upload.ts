import { includesRole } from "../person/role.ts";
import { isSite, type SiteCaller } from "../person/site-key.ts";
import type { User } from "../person/user.ts";
import type { StreamFile, VideoStream } from "../stream/video-stream.ts";
import { Fault } from "../wire/fault.ts";

/** Who began an upload: a user, or any site key of a capture source. */
export type UploadMaker = { readonly user: number } | { readonly source: number };

/**
 * Where an upload is: `open` for parts; `joining`, since its maker asked for completion; `done`, with the stream that it
 * became; or `ended` without a stream, with the reason if it was refused.
 */
export type UploadState =
  | { readonly kind: "open" | "joining" }
  | { readonly kind: "done"; readonly stream: number }
  | { readonly kind: "ended"; readonly refusal: UploadRefusal | undefined };

/** Why a complete file did not become a stream: it cannot be read, or its source has it already as this stream. */
export type UploadRefusal = { readonly reason: string } | { readonly stream: number };

/** A video or picture that is sent in parts, and becomes a stream. Its file is the object `video/<id>`. */
export type Upload = {
  readonly id: number;
  readonly maker: UploadMaker;
  readonly source: number;
  /** As the sender calls the file. It names nothing in the service. */
  readonly filename: string;
  /** Media type, as announced. */
  readonly type: string;
  readonly sizeBytes: number;
  readonly startMs: number;
  /** `undefined`: the start and the length of the file. */
  readonly endMs: number | undefined;
  /** As announced; see `fingerprintOf`. */
  readonly fingerprint: string | undefined;
  /** The id of the multipart upload in S3; `undefined` until the first part is signed. */
  readonly multipartId: string | undefined;
  readonly state: UploadState;
  readonly createdMs: number;
  readonly version: number;
};

/** An upload that is not complete after this time ends. */
export const uploadLifetimeMs = 7 * 24 * 3_600_000;

export function makerOf(caller: User | SiteCaller): UploadMaker {
  return isSite(caller) ? { source: caller.source } : { user: caller.id };
}

/** @throws Fault `forbidden` unless the caller made the upload, has a site key of the source that did, or is an admin */
export function requireMaker(caller: User | SiteCaller, { maker }: Upload): void {
  const isMaker = isSite(caller)
    ? "source" in maker && maker.source === caller.source
    : "user" in maker && maker.user === caller.id;
  if (isMaker || (!isSite(caller) && includesRole(caller.role, "admin"))) return;
  throw new Fault("forbidden", "Only who began an upload may see and continue it, and admins.");
}

export function unknownUpload(id: number): Fault {
  return new Fault("not-found", `There is no upload ${id}.`);
}

/**
 * An upload that goes on.
 * @throws Fault `not-found` for one that was given up or ended
 */
export function requireExisting(upload: Upload | undefined, id: number): Upload {
  if (upload === undefined || upload.state.kind === "ended") throw unknownUpload(id);
  return upload;
}

/** The fault for a file that the service does not take, whenever its completion is sent again. */
export function refusedUpload(refusal: UploadRefusal): Fault {
  if ("stream" in refusal) return streamOfFile(refusal.stream);
  return new Fault("unprocessable", `${refusal.reason} The file was removed.`);
}

/** The fault for a file that its capture source has already. */
export function streamOfFile(videostream: number): Fault {
  const detail = `The capture source already has this file: it is video stream ${videostream}.`;
  return new Fault("conflict", detail, { videostream });
}

/** What an upload becomes. */
export type UploadedStream = Omit<VideoStream, "id" | "version"> & { readonly file: StreamFile };
