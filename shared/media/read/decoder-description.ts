/** The bytes of a decoder's description, without a copy where they are bytes already. */
export function bytesOf(source: NonNullable<VideoDecoderConfig["description"]>): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
}
