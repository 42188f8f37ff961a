import type { Copy } from "../../shared/domain/copy/copy.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import { sizeInUse } from "../../shared/domain/stream/frame-size.ts";
import { checkStreamUrl, type StreamUrlRules } from "../../shared/domain/stream/url.ts";
import {
  patchVideoStream,
  unknownSource,
  type VideoStream,
} from "../../shared/domain/stream/video-stream.ts";
import { conflicting, existing, referring } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { CarryCorrection } from "../../shared/serve/carry-correction.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { VideoStreamWriter } from "../../shared/store/stream/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewsOfStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly streams: Pick<VideoStreamWriter, "update" | "move">;
  readonly carryCorrection: CarryCorrection;
  readonly urlRules: StreamUrlRules;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "body" | "ifMatch">;

/**
 * Corrects a stream. The timespans of its annotations do not change, because they are relative to the start of the
 * video. The annotations' `start_time` does change: lists show the new one once the correction has reached it.
 */
export function updateVideoStream({
  findStream,
  findCopy,
  findSource,
  streams,
  carryCorrection,
  urlRules,
  nowMs,
}: Deps) {
  /** @throws Fault `conflict` or `invalid-request` if the stream cannot belong to the other source */
  async function moved(before: VideoStream, after: VideoStream): Promise<"updated" | "changed-meanwhile"> {
    if ((await findSource(after.source)) === undefined) throw unknownSource(after.source);
    const result = await streams.move(before, after);
    if (result === "source-deleted") throw unknownSource(after.source);
    if (result === "file-taken") {
      const detail = `\`capturesource\` cannot change: capture source ${after.source} has the same file already.`;
      throw conflicting("/capturesource", detail);
    }
    if (typeof result === "object") {
      const detail = `\`capturesource\` cannot change while ${referring(result.children)} to this stream.`;
      throw conflicting("/capturesource", detail);
    }
    return result;
  }

  return async ({ params: { id }, body, ifMatch }: Input) => {
    const updated = await retryChanged(async () => {
      const [found, copy] = await Promise.all([findStream(id), findCopy(id)]);
      const stream = existing("video stream", id, found);
      requireMatch(ifMatch, stream.version, ...viewsOfStream(stream, copy));
      checkNewUrl(stream, body.stream_url, urlRules);
      const after = patchVideoStream(stream, body, nowMs());
      return after.source === stream.source ? streams.update(stream, after) : moved(stream, after);
    });
    if (updated !== "updated") throw sizeInUse(updated.children);
    const headers = body.startTime === undefined ? {} : await carryCorrection({ kind: "moved-stream", id });
    return { status: 200, headers } as const;
  };
}

/**
 * A client may send back the URL that it read. The URL of an uploaded video cannot change: its file is deleted with the
 * stream.
 * @throws Fault `invalid-request`, or `conflict` for the stream of an upload
 */
function checkNewUrl(stream: VideoStream, url: string | undefined, rules: StreamUrlRules): void {
  if (url === undefined || url === stream.url) return;
  checkStreamUrl(url, rules, false);
  if (stream.file === undefined) return;
  const detail = "`stream_url` cannot change: the video of this stream was uploaded.";
  throw conflicting("/stream_url", detail);
}
