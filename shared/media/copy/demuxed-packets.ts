import {
  AV_CODEC_ID_MSMPEG4V3,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  avGetCodecName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  type Packet,
  type Stream,
} from "node-av";
import { checkMemory } from "../cut/decoding-memory.ts";
import { ExtractionError } from "../cut/extraction-error.ts";
import { maxPixels } from "../read/open-video.ts";
import { type CopySource, copyClock, type SourceTrack } from "./copy-source.ts";
import type { DemuxedFile } from "./demuxed-file.ts";
import { type DemuxerName, mediaTypes } from "./demuxer-of.ts";
import { turnsOfMatrix } from "./turns-of-matrix.ts";

/**
 * Time to seek before a piece. A seek goes by the order of decoding, and a key frame may be shown later than it is
 * decoded. MPEG has no index of key frames: from its place on, the next one must come before the piece.
 */
const seekMarginSeconds: Readonly<Record<DemuxerName, number>> = { avi: 1, asf: 1, mov: 1, mpeg: 10 };

/** Files have picture and sound of the same time less than this far apart. */
const interleavedSeconds = 5;

/** Memory of a decoder that refers to few pictures, as those of AVI do, with four bytes a pixel. */
const decoderPictures = 4;

/**
 * The original, read by a demuxer of ffmpeg.
 * @param maxRssBytes resident memory that this process may use
 * @throws ExtractionError `unreadable`
 */
export function sourceOfDemuxed(name: DemuxerName, opened: DemuxedFile, maxRssBytes: number): CopySource {
  const { demuxer } = opened;
  const video = demuxer.findBestStream(AVMEDIA_TYPE_VIDEO);
  if (video === undefined) throw new ExtractionError("unreadable", "There is no video track.");
  const codec = avGetCodecName(video.codecpar.codecId) ?? "unknown";
  const { width, height } = video.codecpar;
  if (!(width > 0 && height > 0 && width * height <= maxPixels)) {
    throw new ExtractionError("unreadable", `The pictures have ${width} x ${height} pixels.`);
  }
  if (video.codecpar.codecId === AV_CODEC_ID_MSMPEG4V3) throw new ExtractionError("no-decoder", "DivX 3");
  if (!Codec.findDecoder(video.codecpar.codecId))
    throw new ExtractionError("unreadable", `No decoder for ${codec}.`);
  const audio = demuxer.findBestStream(AVMEDIA_TYPE_AUDIO);
  const sound = audio && Codec.findDecoder(audio.codecpar.codecId) ? audio : undefined;
  // As for other videos, sound may begin before zero.
  const start = Math.max(0, demuxer.startTime || 0);
  let end = start + demuxer.duration;
  const ratio = video.sampleAspectRatio;
  const pixelAspect =
    ratio.num > 0 && ratio.den > 0 ? { num: ratio.num, den: ratio.den } : { num: 1, den: 1 };
  const across = Math.round(width * Math.max(1, pixelAspect.num / pixelAspect.den));
  const down = Math.round(height * Math.max(1, pixelAspect.den / pixelAspect.num));
  const turns = turnsOfMatrix(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const isOnItsSide = turns.some((turn) => turn.startsWith("transpose"));

  return {
    file: {
      mediaType: mediaTypes[name],
      size: isOnItsSide ? { width: down, height: across } : { width: across, height: down },
      codec,
    },
    showing: { pixelAspect, turns },
    isForClips: true,
    picture: trackOf(video, start, () => {
      checkMemory(decoderPictures * 4 * width * height, maxRssBytes);
    }),
    sound: sound && trackOf(sound, start),
    async *packets(from, to) {
      for await (const packet of opened.packetsFrom(Math.max(0, start + from - seekMarginSeconds[name]))) {
        const stream: Stream | undefined = [video, sound].find((each) => each?.index === packet.streamIndex);
        if (stream === undefined) continue;
        const { time, duration } = secondsOf(packet, stream);
        if (stream === video) end = Math.max(end, time + duration);
        if (time > start + to + interleavedSeconds) return;
        yield { of: stream === video ? "picture" : "sound", packet };
      }
    },
    lengthMs: async () => Math.max(0, Math.ceil((end - start) * 1000)),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function secondsOf(packet: Packet, { timeBase: { num, den } }: Stream) {
  const time = packet.dts === AV_NOPTS_VALUE ? packet.pts : packet.dts;
  return {
    time: time === AV_NOPTS_VALUE ? 0 : (Number(time) * num) / den,
    duration: (Number(packet.duration) * num) / den,
  };
}

function trackOf({ codecpar, timeBase }: Stream, start: number, check: () => void = () => {}): SourceTrack {
  const { num, den } = timeBase;
  const ticksPerSecond = copyClock(den);
  const startTicks = Math.round(start * ticksPerSecond);
  return {
    ticksPerSecond,
    tickOf: (time) => Math.round((Number(time) * num * ticksPerSecond) / den) - startTicks,
    async openDecoder() {
      check();
      const codec = Codec.findDecoder(codecpar.codecId);
      if (codec === null) throw new ExtractionError("unreadable", "There is no decoder.");
      const decoder = new CodecContext();
      decoder.allocContext3(codec);
      FFmpegError.throwIfError(decoder.parametersToContext(codecpar), "parametersToContext");
      decoder.pktTimebase = timeBase;
      const options = Dictionary.fromObject({ max_pixels: maxPixels });
      FFmpegError.throwIfError(await decoder.open2(codec, options), "open2");
      return decoder;
    },
  };
}
