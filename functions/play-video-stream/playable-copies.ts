import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type Copy, isNewlyPlayed } from "../../shared/domain/copy/copy.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { formatOffset } from "../../shared/domain/time/media-offset.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { urlSigner } from "../../shared/media/files/sign-url.ts";
import type { CopyPieces } from "../../shared/store/copy/reader.ts";
import type { CopyWriter } from "../../shared/store/copy/writer.ts";
import type { CopyFiles } from "../../shared/transfer/copies/files.ts";
import type { Playable } from "../../shared/views/media/playable.ts";
import { copyPlaylist } from "./copy-playlist.ts";

type Deps = {
  readonly client: S3Client;
  readonly pieces: CopyPieces;
  readonly files: Pick<CopyFiles, "place">;
  readonly copies: Pick<CopyWriter, "save">;
  readonly nowMs: () => number;
  /** Maximum number of pieces in a playlist, default `maxPieces`. */
  readonly most?: number;
};

/** Lifetime of a signed URL, as for other videos. */
const lifetimeSeconds = 60 * 60;

/** A playlist must fit into Lambda's response of 6 MB. A piece takes two signed URLs of up to 1,500 bytes. */
const maxPieces = 1600;

/** A part of a copy, in milliseconds since the start of the video. */
export type CopyRange = { readonly startMs: number | undefined; readonly endMs: number | undefined };

/**
 * Returns the playlist of a copy, or of a part of it: at most 26 hours, with the time at which the next playlist begins.
 * Records, at most once a day, that the copy was played.
 * @throws Fault `not-found` if no frame of the range is made yet
 */
export function playableCopies({ client, pieces, files, copies, nowMs, most = maxPieces }: Deps) {
  const sign = urlSigner(client, nowMs);
  return async (stream: VideoStream, copy: Copy, range: CopyRange): Promise<Playable> => {
    const found = await pieces(stream.id, range, most + 1);
    const [made, next] = [found.slice(0, most), found[most]];
    const signed = await Promise.all(
      made.map(async (piece) => {
        const link = await sign(new GetObjectCommand(files.place(piece)), lifetimeSeconds);
        return { ...piece, ...link };
      }),
    );
    const [first] = signed;
    if (first === undefined) throw new Fault("not-found", "The copy has no frames of this time yet.");
    // If another request changes the record meanwhile, it says the same.
    if (isNewlyPlayed(copy, nowMs())) await copies.save(copy, { ...copy, playedMs: nowMs() });
    const endMs = next?.startMs ?? range.endMs ?? Number.POSITIVE_INFINITY;
    const isWhole = copy.status === "done" || endMs <= copy.doneMs;
    const playlist = copyPlaylist(signed, stream.startMs, isWhole);
    const more = next && { next: formatOffset(next.startMs) };
    return { kind: "hls", playlist, expires_at: first.expires_at, ...more };
  };
}
