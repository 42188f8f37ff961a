import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type Copy, type CopyPiece, isNewlyPlayed } from "../../shared/domain/copy/copy.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { urlSigner } from "../../shared/media/files/sign-url.ts";
import type { CopyWriter } from "../../shared/store/copy/writer.ts";
import type { CopyFiles } from "../../shared/transfer/copies/files.ts";
import type { Playable } from "../../shared/views/media/playable.ts";
import { copyPlaylist } from "./copy-playlist.ts";

type Deps = {
  readonly client: S3Client;
  readonly pieces: (stream: number) => Promise<readonly CopyPiece[]>;
  readonly files: Pick<CopyFiles, "place">;
  readonly copies: Pick<CopyWriter, "save">;
  readonly nowMs: () => number;
};

/** Lifetime of a signed URL, as for other videos. */
const lifetimeSeconds = 60 * 60;

/** A playlist must fit into Lambda's response of 6 MB. A piece takes two signed URLs of up to 1,500 bytes. */
const maxPieces = 1600;

/**
 * Returns the playlist of a copy. Records, at most once a day, that it was played.
 * @throws Fault `too-large` for a copy of more than 26 hours
 */
export function playableCopies({ client, pieces, files, copies, nowMs }: Deps) {
  const sign = urlSigner(client, nowMs);
  return async (stream: VideoStream, copy: Copy): Promise<Playable> => {
    const made = await pieces(stream.id);
    if (made.length > maxPieces) throw new Fault("too-large", "This copy is too long to play in one list.");
    const signed = await Promise.all(
      made.map(async (piece) => {
        const link = await sign(new GetObjectCommand(files.place(piece)), lifetimeSeconds);
        return { ...piece, ...link };
      }),
    );
    const [first] = signed;
    if (first === undefined) throw new Fault("not-found", "The copy has no frames yet.");
    // If another request changes the record meanwhile, it says the same.
    if (isNewlyPlayed(copy, nowMs())) await copies.save(copy, { ...copy, playedMs: nowMs() });
    const playlist = copyPlaylist(signed, stream.startMs, copy.status === "done");
    return { kind: "hls", playlist, expires_at: first.expires_at };
  };
}
