import type { AudioCodec, InputAudioTrack } from "mediabunny";
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_F32BE,
  AV_CODEC_ID_PCM_F32LE,
  AV_CODEC_ID_PCM_MULAW,
  AV_CODEC_ID_PCM_S16BE,
  AV_CODEC_ID_PCM_S16LE,
  AV_CODEC_ID_PCM_S24BE,
  AV_CODEC_ID_PCM_S24LE,
  AV_CODEC_ID_PCM_S32BE,
  AV_CODEC_ID_PCM_S32LE,
  AV_CODEC_ID_PCM_U8,
  AV_CODEC_ID_VORBIS,
  type AVCodecID,
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  FFmpegError,
} from "node-av";
import { ExtractionError } from "../cut/extraction-error.ts";
import { bytesOf } from "../read/decoder-description.ts";

const codecIds: Partial<Record<AudioCodec, AVCodecID>> = {
  aac: AV_CODEC_ID_AAC,
  opus: AV_CODEC_ID_OPUS,
  mp3: AV_CODEC_ID_MP3,
  vorbis: AV_CODEC_ID_VORBIS,
  flac: AV_CODEC_ID_FLAC,
  ac3: AV_CODEC_ID_AC3,
  eac3: AV_CODEC_ID_EAC3,
  "pcm-u8": AV_CODEC_ID_PCM_U8,
  "pcm-s16": AV_CODEC_ID_PCM_S16LE,
  "pcm-s16be": AV_CODEC_ID_PCM_S16BE,
  "pcm-s24": AV_CODEC_ID_PCM_S24LE,
  "pcm-s24be": AV_CODEC_ID_PCM_S24BE,
  "pcm-s32": AV_CODEC_ID_PCM_S32LE,
  "pcm-s32be": AV_CODEC_ID_PCM_S32BE,
  "pcm-f32": AV_CODEC_ID_PCM_F32LE,
  "pcm-f32be": AV_CODEC_ID_PCM_F32BE,
  ulaw: AV_CODEC_ID_PCM_MULAW,
  alaw: AV_CODEC_ID_PCM_ALAW,
};

/** The codec of a sound track. Undefined if there is no decoder for it: the copy is then silent. */
export async function soundCodec(track: InputAudioTrack): Promise<AVCodecID | undefined> {
  const codec = await track.getCodec();
  return codec === null || (await track.getDecoderConfig()) === null ? undefined : codecIds[codec];
}

/** @throws ExtractionError `unreadable` */
export async function openSoundDecoder(track: InputAudioTrack): Promise<CodecContext> {
  const id = await soundCodec(track);
  const config = await track.getDecoderConfig();
  const codec = id === undefined ? null : Codec.findDecoder(id);
  if (codec === null || config === null) throw new ExtractionError("unreadable", "The sound has no decoder.");
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.sampleRate = config.sampleRate;
  decoder.channelLayout = avChannelLayoutDefault(config.numberOfChannels);
  const { description } = config;
  decoder.extraData = description === undefined ? null : bytesOf(description);
  FFmpegError.throwIfError(await decoder.open2(codec), "open2");
  return decoder;
}
