/** Only the parts of mediabunny that the page needs, so that no others are loaded. */
export {
  AudioBufferSink,
  BlobSource,
  CustomSource,
  EncodedPacketSink,
  HLS_FORMATS,
  Input,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  UrlSource,
  WEBM,
} from "mediabunny";
