/** Returns `true` for the media type of AVI, which no browser plays. */
export function isAvi(mediaType: string | undefined): boolean {
  return mediaType === "video/x-msvideo";
}
