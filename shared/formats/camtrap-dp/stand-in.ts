/**
 * Hosts of addresses for files that are missing. Many packages come without their files, but a stream needs an address.
 * No name server will ever know these hosts (RFC 2606, section 2).
 */
const noMedia = "https://no-media.invalid/";
const missingFile = "https://missing-file.invalid/";

/** The address of a stand-in stream, for an event without a file in the package. Exports leave these streams out. */
export function standInAddress(source: string, event: string): string {
  return addressIn(noMedia, `${source}/${event}`);
}

export function isStandIn(url: string): boolean {
  return url.startsWith(noMedia);
}

/** The address of a file that a package names but does not have. */
export function missingFileAddress(filePath: string): string {
  return addressIn(missingFile, filePath);
}

/** Makes an address, cut to the maximum length of a stream's address. */
function addressIn(host: string, path: string): string {
  return (host + path.split("/").map(encodeURIComponent).join("/")).slice(0, 2048);
}
