import { type Head, readHead } from "../../../client/recording/read-head.ts";

/** Properties of a video's pictures, from its file. */
type VideoFacts = {
  readonly seconds: number | undefined;
  /** Short name such as `avc` or `hevc`. */
  readonly codec: string | undefined;
  /** `true` if this browser can play the video. */
  readonly plays: boolean;
};

export type ReadFile = Head & {
  /** `undefined` for pictures, and for files that this page cannot read as a video. */
  readonly video: VideoFacts | undefined;
};

/** Reads the properties of a file: some kilobytes, even of a large file. */
export async function readFile(file: Blob): Promise<ReadFile> {
  const head = await readHead(
    async (position, length) => new Uint8Array(await file.slice(position, position + length).arrayBuffer()),
  );
  const video = head.kind?.kind === "video" ? await inTime(readVideo(file)) : undefined;
  return { ...head, video };
}

/** Maximum time for reading. A file without an index would be read completely. */
const maxReadMs = 5000;

async function inTime(reading: Promise<VideoFacts | undefined>): Promise<VideoFacts | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxReadMs, undefined));
  return Promise.race([reading.catch(() => undefined), late]);
}

async function readVideo(file: Blob): Promise<VideoFacts | undefined> {
  const library = await import("../../picture/video-library.ts");
  const { MP4, QTFF, MATROSKA, WEBM, MPEG_TS } = library;
  const input = new library.Input({
    source: new library.BlobSource(file),
    formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS],
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const seconds = await input.getDurationFromMetadata();
    const codec = await track.getCodec();
    return { seconds: seconds ?? undefined, codec: codec ?? undefined, plays: await track.canDecode() };
  } finally {
    input.dispose();
  }
}
