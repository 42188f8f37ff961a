import { type Media, uploadRange } from "../../shared/domain/media/media.ts";
import { checkInStream, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { MediaLinks } from "../../shared/media/files/signed-links.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { MediaWriter } from "../../shared/store/media/writer.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findMedia: (id: number) => Promise<Media | undefined>;
  readonly media: Pick<MediaWriter, "createUpload" | "awaitUpload">;
  readonly links: Pick<MediaLinks, "upload">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Creates the record of a file, and returns the URL for its upload. */
export function createMedia({ findStream, findMedia, media, links, nowMs }: Deps) {
  return async ({ body, idempotency }: Input) => {
    const build = async () => {
      const range = uploadRange(body);
      if (body.videostream !== undefined) {
        const stream = await findStream(body.videostream);
        if (stream === undefined) throw unknownStream(body.videostream);
        if (range) checkInStream(stream, range.endMs, body.end === undefined ? "/start" : "/end");
      }
      return {
        type: body.type,
        sizeBytes: body.bytes,
        stream: body.videostream,
        range,
        sha256: body.sha256,
        createdMs: nowMs(),
      };
    };
    const created = await media.createUpload(build, idempotency);
    if (created === "stream-deleted") throw unknownStream(body.videostream);
    // This happens before the record is read, so that a later deletion knows that the file may still arrive.
    if (created.replayed) await media.awaitUpload(created.id, nowMs());
    const found = await findMedia(created.id);
    if (found === undefined)
      throw new Fault("conflict", "The media that this request created have been deleted.");
    return {
      status: 201,
      headers: createdHeaders(`/api/v1/media/${created.id}`, created),
      body: { id: created.id, upload: await links.upload(found) },
    } as const;
  };
}

function unknownStream(id: number | undefined): Fault {
  return invalid("/videostream", `There is no video stream ${id}.`);
}
