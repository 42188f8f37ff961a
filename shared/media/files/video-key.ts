/** The key of an upload's file. Ids are assigned once, so no two uploads share an object. */
export function videoKey(uploadId: number): string {
  return `video/${uploadId}`;
}

/** The keys of uploads' files. Everything else in the service's own bucket belongs to other records. */
export const videoKeys = /^video\/[1-9][0-9]{0,15}$/;

/** The URL of a stream whose video is an upload's file. */
export function videoUrl(bucket: string, uploadId: number): string {
  return `s3://${bucket}/${videoKey(uploadId)}`;
}
