import { includesRole } from "../person/role.ts";
import { isSite, type SiteCaller } from "../person/site-key.ts";
import type { User } from "../person/user.ts";
import type { StreamFile, VideoStream } from "../stream/video-stream.ts";
import { Fault, notFound } from "../wire/fault.ts";

/** The maker of an upload: a user, or any site key of a capture source. */
export type UploadMaker = { readonly user: number } | { readonly source: number };

/**
 * The state of an upload. `open`: it takes parts. `joining`: its maker has asked for completion. `wasTooSlow`: reading
 * the file has taken too long once, because of the file. `done`: it became a stream. `ended`: it did not become a
 * stream. `refusal` is the reason if its file was refused.
 */
export type UploadState =
  | { readonly kind: "open" }
  | { readonly kind: "joining"; readonly wasTooSlow: boolean }
  | { readonly kind: "done"; readonly stream: number }
  | { readonly kind: "ended"; readonly refusal: UploadRefusal | undefined };

/**
 * The reason why a complete file did not become a stream: it is unreadable, or its source already has it as this
 * stream.
 */
export type UploadRefusal = { readonly reason: string } | { readonly stream: number };

/** A video or picture that is sent in parts, and becomes a stream. Its file is the object `video/<id>`. */
export type Upload = {
  readonly id: number;
  readonly maker: UploadMaker;
  readonly source: number;
  /** The sender's name for the file. The service does not look anything up by it. */
  readonly filename: string;
  /** Media type, as announced. */
  readonly type: string;
  readonly sizeBytes: number;
  readonly startMs: number;
  /** `undefined`: the start plus the length of the file. */
  readonly endMs: number | undefined;
  /** As announced; see `fingerprintOf`. */
  readonly fingerprint: string | undefined;
  /** The id of the multipart upload in S3; `undefined` until the first part is signed. */
  readonly multipartId: string | undefined;
  readonly state: UploadState;
  readonly createdMs: number;
  readonly version: number;
};

/** An upload that is not complete after this time is ended. */
export const uploadLifetimeMs = 7 * 24 * 3_600_000;

export function makerOf(caller: User | SiteCaller): UploadMaker {
  return isSite(caller) ? { source: caller.source } : { user: caller.id };
}

/**
 * @throws Fault `forbidden` unless the caller made the upload, has a site key of the source that made it, or is an
 * admin
 */
export function requireMaker(caller: User | SiteCaller, { maker }: Upload): void {
  const isMaker = isSite(caller)
    ? "source" in maker && maker.source === caller.source
    : "user" in maker && maker.user === caller.id;
  if (isMaker || (!isSite(caller) && includesRole(caller.role, "admin"))) return;
  throw new Fault(
    "forbidden",
    "Only the user or camera that began an upload, and admins, may see and continue it.",
  );
}

/**
 * Returns an upload that has not ended.
 * @throws Fault `not-found` if it is missing or has ended
 */
export function requireExisting(upload: Upload | undefined, id: number): Upload {
  if (upload === undefined || upload.state.kind === "ended") throw notFound("upload", id);
  return upload;
}

/** The fault for a refused file. It is the same whenever the completion is sent again. */
export function refusedUpload(refusal: UploadRefusal): Fault {
  if ("stream" in refusal) return streamOfFile(refusal.stream);
  return new Fault("unprocessable", `${refusal.reason} The file was removed.`);
}

/** The fault for a file that its capture source has already. */
export function streamOfFile(videostream: number): Fault {
  const detail = `The capture source already has this file: it is video stream ${videostream}.`;
  return new Fault("conflict", detail, { videostream });
}

/** The stream that an upload becomes. */
export type UploadedStream = Omit<VideoStream, "id" | "version"> & { readonly file: StreamFile };
