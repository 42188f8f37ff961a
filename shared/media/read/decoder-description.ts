/** The bytes of a decoder's description, without copying them. */
export function bytesOf(source: NonNullable<VideoDecoderConfig["description"]>): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
}
