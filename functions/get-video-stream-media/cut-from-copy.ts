import { type Copy, copyState, isNewlyPlayed, waitsUntilMs } from "../../shared/domain/copy/copy.ts";
import { partsOfRange } from "../../shared/domain/copy/parts-of-range.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import type { Excerpt } from "../../shared/media/cut/excerpt.ts";
import { type extractExcerpt, hasNoClips } from "../../shared/media/cut/extract-excerpt.ts";
import type { Extracted } from "../../shared/media/cut/extractor.ts";
import type { VideoSource } from "../../shared/media/fetch/video-source.ts";
import type { OpenedFile } from "../../shared/media/read/file-facts.ts";
import type { CopyPieces } from "../../shared/store/copy/reader.ts";
import type { CopyWriter } from "../../shared/store/copy/writer.ts";
import type { CopyFiles } from "../../shared/transfer/copies/files.ts";

type CutVideo = ReturnType<typeof extractExcerpt>;
type Deps = {
  readonly cutOriginal: CutVideo;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly piecesOf: CopyPieces;
  readonly place: CopyFiles["place"];
  /** See `objectSources`. */
  readonly sourceOf: (place: ReturnType<CopyFiles["place"]>) => Promise<VideoSource>;
  readonly cutSource: (source: VideoSource) => CutVideo;
  readonly copies: Pick<CopyWriter, "save">;
  readonly nowMs: () => number;
};

/** Time after which a copy that is being made has probably grown by a piece. */
const pieceSeconds = 60;

/**
 * Cuts an excerpt of a stream's video. MP4 has no place for some old codecs, such as those of AVI: a clip of such a video
 * is cut from its playable copy, which has the same frames at the same times.
 * @throws Fault; `unavailable` while the copy is being made, `unprocessable` without a copy
 */
export function cutFromCopy(deps: Deps) {
  async function clipOfCopy<T>(
    { id, url }: VideoStream,
    range: { readonly startMs: number; readonly endMs: number },
    use: (cut: Extracted) => Promise<T>,
    refusal: unknown,
  ): Promise<T> {
    const nowMs = deps.nowMs();
    const copy = await deps.findCopy(id);
    if (copy?.url !== url || !isMadeUntil(copy, range.endMs)) throw notYet(id, url, copy, refusal, nowMs);
    // The start of a piece is rounded down. Its first frame may so begin after the start of the range.
    const wanted = partsOfRange(
      await deps.piecesOf(id, { startMs: Math.max(0, range.startMs - 1), endMs: range.endMs }),
      range,
    );
    const sources = await Promise.all(wanted.map(({ piece }) => deps.sourceOf(deps.place(piece))));
    const [source] = sources;
    if (source === undefined) throw notYet(id, url, copy, refusal, nowMs);
    // If another request changes the record meanwhile, it says the same.
    if (isNewlyPlayed(copy, nowMs)) await deps.copies.save(copy, { ...copy, playedMs: nowMs });
    const parts = wanted.map(({ from, bytes }, i) => ({ url: sources[i]?.url ?? "", from, bytes }));
    return await deps.cutSource(source)(url, { kind: "clip-of-copy", ...range, parts }, use);
  }

  return async <T>(
    stream: VideoStream,
    excerpt: Excerpt,
    use: (cut: Extracted, opened: OpenedFile | undefined) => Promise<T>,
  ): Promise<T> => {
    try {
      return await deps.cutOriginal(stream.url, excerpt, (cut) => use(cut, cut));
    } catch (error) {
      if (excerpt.kind !== "clip" || !(error instanceof Fault) || !hasNoClips(error.cause)) throw error;
      const { startMs, endMs } = excerpt;
      return await clipOfCopy(stream, { startMs, endMs }, (cut) => use(cut, undefined), error.cause);
    }
  };
}

function isMadeUntil({ status, doneMs }: Copy, endMs: number): boolean {
  return status === "done" || endMs <= doneMs;
}

function notYet(id: number, url: string, copy: Copy | undefined, cause: unknown, nowMs: number): Fault {
  const why = "MP4 cannot hold this video's codec, so its clips are cut from its playable copy";
  const state = copyState(copy, url);
  if (copy === undefined || state === "none" || state === "failed") {
    const detail = `${why}, and there is none. Ask for it with POST /api/v1/videostreams/${id}/copy. Stills work without it.`;
    return new Fault("unprocessable", detail, { cause });
  }
  const waitsMs = (waitsUntilMs(copy, nowMs) ?? nowMs) - nowMs;
  const retryAfterSeconds = Math.max(pieceSeconds, Math.ceil(waitsMs / 1000));
  const detail = `${why}, which is not made yet. Try again later. Stills work without it.`;
  return new Fault("unavailable", detail, { cause, retryAfterSeconds });
}
