/**
 * Many packages come without their files. A stream still needs an address, so these have one that no name server will
 * ever know (RFC 2606, section 2).
 */
const noMedia = "https://no-media.invalid/";
const missingFile = "https://missing-file.invalid/";

/** The address of a stream that stands in for an event of which the package has no file. Exports leave it out. */
export function standInAddress(source: string, event: string): string {
  return addressIn(noMedia, `${source}/${event}`);
}

export function isStandIn(url: string): boolean {
  return url.startsWith(noMedia);
}

/** The address of a file that a package names and does not have. */
export function missingFileAddress(filePath: string): string {
  return addressIn(missingFile, filePath);
}

/** At most as long as addresses of streams may be. */
function addressIn(host: string, path: string): string {
  return (host + path.split("/").map(encodeURIComponent).join("/")).slice(0, 2048);
}
