/**
 * Many packages come without their files. A stream still needs an address, so these have one that no name server will
 * ever know (RFC 2606, section 2).
 */
const noMedia = "https://no-media.invalid/";
const missingFile = "https://missing-file.invalid/";

/** The address of a stream that stands in for an event of which the package has no file. Exports leave it out. */
export function standInAddress(deployment: string, event: string): string {
  return `${noMedia}${encodeURIComponent(deployment)}/${encodeURIComponent(event)}`;
}

export function isStandIn(url: string): boolean {
  return url.startsWith(noMedia);
}

/** The address of a file that a package names and does not have. */
export function missingFileAddress(filePath: string): string {
  return missingFile + filePath.split("/").map(encodeURIComponent).join("/");
}
