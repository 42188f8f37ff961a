import { type CodecContext, Dictionary, FFmpegError, FormatContext, type Stream } from "node-av";
import type { Encoded } from "./encoded.ts";
import { type PieceLayout, readPieceLayout } from "./piece-layout.ts";

/**
 * `frag_custom`: a fragment ends when it is flushed. `frag_discont` lets a piece begin at its time; without it, ffmpeg
 * would let each piece begin at 0.
 */
const muxing = {
  movflags: "frag_custom+empty_moov+default_base_moof+frag_discont+skip_trailer",
  avoid_negative_ts: "disabled",
  use_editlist: 0,
};

/**
 * Writes the pictures and the sound of a piece as fragmented MP4, one fragment for each key frame.
 * @param lastTicks duration of the last picture, 0 if it is unknown
 */
export async function writePiece(
  file: string,
  pictures: Encoded,
  sounds: Encoded | undefined,
  lastTicks: number,
): Promise<PieceLayout> {
  setDurations(pictures, lastTicks);
  // The muxer changes the times of packets to its own clock.
  const { keysMs, endMs } = timesOf(pictures);
  await using output = new FormatContext();
  output.allocOutputContext2(null, "mp4", file);
  const tracks = [pictures, ...(sounds === undefined ? [] : [sounds])].map(({ encoder, packets }) => ({
    packets,
    encoder,
    stream: addStream(output, encoder),
  }));
  FFmpegError.throwIfError(await output.openOutput(), "openOutput");
  try {
    const options = { ...muxing, video_track_timescale: pictures.encoder.timeBase.den };
    FFmpegError.throwIfError(await output.writeHeader(Dictionary.fromObject(options)), "writeHeader");
    const all = tracks.flatMap(({ packets, stream, encoder }) =>
      packets.map((packet) => ({ packet, stream, encoder, at: Number(packet.dts) / encoder.timeBase.den })),
    );
    for (const { packet, stream, encoder } of all.toSorted((a, b) => a.at - b.at)) {
      // A fragment begins with a key frame. Sound from before the first one is in the first fragment.
      const isKey = stream.index === 0 && packet.isKeyframe;
      if (isKey && packet !== pictures.packets[0]) {
        FFmpegError.throwIfError(await output.writeFrame(null), "writeFrame");
      }
      packet.streamIndex = stream.index;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      FFmpegError.throwIfError(await output.writeFrame(packet), "writeFrame");
    }
    FFmpegError.throwIfError(await output.writeTrailer(), "writeTrailer");
  } finally {
    await output.closeOutput();
  }
  return await readPieceLayout(file, keysMs, endMs);
}

/** Starts of the groups, rounded down, and end of the last picture, rounded up. */
function timesOf({ packets, encoder }: Encoded) {
  const ms = (ticks: bigint) => (Number(ticks) * 1000) / encoder.timeBase.den;
  const last = packets.at(-1);
  return {
    keysMs: packets.filter(({ isKeyframe }) => isKeyframe).map(({ pts }) => Math.floor(ms(pts))),
    endMs: Math.ceil(ms((last?.pts ?? 0n) + (last?.duration ?? 0n))),
  };
}

function addStream(output: FormatContext, encoder: CodecContext): Stream {
  const stream = output.newStream(null);
  FFmpegError.throwIfError(stream.codecpar.fromContext(encoder), "fromContext");
  stream.timeBase = encoder.timeBase;
  return stream;
}

/** A picture lasts until the next one. */
function setDurations({ packets }: Encoded, lastTicks: number): void {
  for (const [i, packet] of packets.entries()) {
    const next = packets[i + 1];
    const before = packets[i - 1];
    if (next !== undefined) packet.duration = next.pts - packet.pts;
    else packet.duration = BigInt(lastTicks) || (before?.duration ?? 1n);
  }
}
