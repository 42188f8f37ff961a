/** What the page uses of mediabunny, so that the rest of it is not loaded. */
export {
  BlobSource,
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
