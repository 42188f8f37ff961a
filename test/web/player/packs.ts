import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { type VideoSettings, writeVideo } from "../../support/video/write-video.ts";

/** A part of a pack from one key frame to the next, with the times of its frames on the pack's clock, in seconds. */
type Fragment = { readonly from: number; readonly until: number; readonly times: readonly number[] };

/** A fragmented MP4: a head and fragments. */
export type Pack = {
  readonly bytes: Uint8Array;
  readonly headBytes: number;
  readonly fragments: readonly Fragment[];
};

/** Encodes numbered pictures as a camera's computer does. */
export async function packOf(settings: Partial<VideoSettings> = {}): Promise<Pack> {
  const folder = mkdtempSync(path.join(tmpdir(), "packs-"));
  const file = path.join(folder, "a.mp4");
  const muxing = { movflags: "frag_keyframe+empty_moov+default_base_moof" };
  const timesMs = Array.from({ length: 60 }, (_, n) => n * 40);
  await writeVideo(file, {
    codec: "h264",
    format: "mp4",
    muxing,
    timesMs,
    groupFrames: 10,
    bFrames: 2,
    ...settings,
  });
  const bytes = new Uint8Array(readFileSync(file));
  rmSync(folder, { recursive: true });
  const boxes = boxesOf(bytes);
  const starts = boxes.filter(({ type }) => type === "moof").map(({ at }) => at);
  const end = boxes.find(({ type }) => type === "mfra")?.at ?? bytes.length;
  const times = await timesOf(bytes);
  const fragments = starts.map((from, i) => ({ from, until: starts[i + 1] ?? end, times: times[i] ?? [] }));
  return { bytes, headBytes: starts[0] ?? 0, fragments };
}

/** Returns a pack of some of the fragments, whose times stay the same, as those of a later piece of a copy. */
export function partOf({ bytes, headBytes, fragments }: Pack, from: number, until?: number): Pack {
  const part = fragments.slice(from, until);
  const [first = 0, last = 0] = [part[0]?.from, part.at(-1)?.until];
  const moved = headBytes - first;
  return {
    bytes: Uint8Array.from([...bytes.subarray(0, headBytes), ...bytes.subarray(first, last)]),
    headBytes,
    fragments: part.map(({ from, until, times }) => ({ from: from + moved, until: until + moved, times })),
  };
}

function boxesOf(bytes: Uint8Array): { type: string; at: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const boxes: { type: string; at: number }[] = [];
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    boxes.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), at });
  }
  return boxes;
}

/** Returns the sorted times of the frames of each fragment. */
async function timesOf(bytes: Uint8Array): Promise<number[][]> {
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error("The pack has no video.");
  const groups: number[][] = [];
  for await (const { type, timestamp } of new EncodedPacketSink(track).packets()) {
    if (type === "key") groups.push([]);
    groups.at(-1)?.push(timestamp);
  }
  return groups.map((times) => times.sort((a, b) => a - b));
}

/** A pack at a place in a stream. */
export type Placed = { readonly pack: Pack; readonly url: string; readonly zeroMs: number };

/** Times of all frames since the start of the stream, in seconds. */
export function timesIn(placed: readonly Placed[]): number[] {
  return placed.flatMap(({ pack, zeroMs }) =>
    pack.fragments.flatMap(({ times }) => times.map((time) => zeroMs / 1000 + time)),
  );
}

/** Writes a playlist as the service does. @param startMs start of the stream, in milliseconds since 1970 */
export function playlistOf(placed: readonly Placed[], startMs: number, isComplete: boolean): string {
  const lines = placed.flatMap(({ pack, url, zeroMs }) => [
    `#EXT-X-MAP:URI="${url}",BYTERANGE="${pack.headBytes}@0"`,
    ...pack.fragments.flatMap(({ from, until, times }) => {
      const [first = 0, last = 0] = [times[0], times.at(-1)];
      return [
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.floor(startMs + zeroMs + first * 1000)).toISOString()}`,
        `#EXTINF:${(last + 0.04 - first).toFixed(3)},`,
        `#EXT-X-BYTERANGE:${until - from}@${from}`,
        url,
      ];
    }),
  ]);
  return ["#EXTM3U", "#EXT-X-VERSION:7", ...lines, ...(isComplete ? ["#EXT-X-ENDLIST"] : []), ""].join("\n");
}

/** Serves packs by byte ranges. `requests` counts those of each URL. */
export function serve(placed: () => readonly Placed[]) {
  const requests = new Map<string, number>();
  const fetchBytes: typeof fetch = async (url, init) => {
    requests.set(String(url), (requests.get(String(url)) ?? 0) + 1);
    const found = placed().find((each) => each.url === url);
    if (found === undefined) throw new Error("The host of the video answers 403.");
    const range = new Headers(init?.headers).get("Range") ?? "";
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    return new Response(found.pack.bytes.slice(Number(from), Number(to) + 1), { status: 206 });
  };
  return { requests, fetchBytes };
}
