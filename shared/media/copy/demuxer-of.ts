/** A demuxer of ffmpeg for files that mediabunny cannot read, by its name. No other demuxer is used. */
export type DemuxerName = "avi" | "mpeg" | "asf" | "mov";

/** Number of bytes at the start of a file that identify its demuxer. */
export const demuxerBytes = 16;

const asfGuid = Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex");

/** The demuxer of a file, by its first bytes. */
export function demuxerOf(bytes: Buffer): DemuxerName | undefined {
  const text = bytes.toString("latin1", 0, demuxerBytes);
  if (/^RIFF.{4}AVI /s.test(text)) return "avi";
  if (text.startsWith("\0\0\x01\xba")) return "mpeg";
  if (bytes.subarray(0, demuxerBytes).equals(asfGuid)) return "asf";
  return /^.{4}(?:ftyp|moov|mdat|free|skip|wide)/s.test(text) ? "mov" : undefined;
}

export const mediaTypes: Readonly<Record<DemuxerName, string>> = {
  avi: "video/x-msvideo",
  mpeg: "video/mpeg",
  asf: "video/x-ms-asf",
  mov: "video/mp4",
};
