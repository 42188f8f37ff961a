const mebibyte = 2 ** 20;

/** S3 takes at most 10,000 parts, of at least 5 MiB. After a broken connection, at most one part must be sent again. */
const minPartBytes = 16 * mebibyte;
const maxParts = 9000;

/** The length of every part of a file except the last one. It depends on the file's length alone. */
export function partBytesOf(sizeBytes: number): number {
  return Math.max(minPartBytes, Math.ceil(sizeBytes / maxParts / mebibyte) * mebibyte);
}

export function partCountOf(sizeBytes: number): number {
  return Math.ceil(sizeBytes / partBytesOf(sizeBytes));
}

/** The length of the part with this number, counted from 1; `undefined` when the file has no such part. */
export function bytesOfPart(sizeBytes: number, number: number): number | undefined {
  const count = partCountOf(sizeBytes);
  if (number < 1 || number > count) return undefined;
  return number < count ? partBytesOf(sizeBytes) : sizeBytes - (count - 1) * partBytesOf(sizeBytes);
}
