/** The media types of files by their endings, as the standard allows them. */
const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    png: "image/png",
    webp: "image/webp",
    mp4: "video/mp4",
    m4v: "video/mp4",
    mov: "video/quicktime",
    mkv: "video/x-matroska",
    webm: "video/webm",
    ts: "video/mp2t",
    // The standard does not allow the registered type, application/vnd.apple.mpegurl.
    m3u8: "video/x-mpegurl",
  }),
);

const others = ["image/gif", "image/tiff", "video/x-msvideo", "audio/mpeg", "audio/wav"];
const usual: ReadonlySet<string | undefined> = new Set([...byExtension.values(), ...others]);

export function typeByName(fileName: string | undefined): string | undefined {
  return byExtension.get(/\.([A-Za-z0-9]+)$/.exec(fileName ?? "")?.[1]?.toLowerCase() ?? "");
}

/** Returns true for a type of the usual ones. Others may be any text. */
export function isUsualType(mediaType: string | undefined): boolean {
  return usual.has(mediaType);
}
