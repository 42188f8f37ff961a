/** True if the name of a file shows that it has results of a detector. */
export function isResults(filename: string): boolean {
  return /\.json$/i.test(filename) && !/(?:^|[\\/])datapackage\.json$/i.test(filename);
}

/** The format in which a file is imported, by its name and its beginning. The service checks the content. */
export function importFormat(
  filename: string,
  beginning: string,
): "camtrap-dp" | "csv" | "megadetector" | "speciesnet" {
  if (/\.csv$/i.test(filename)) return "csv";
  if (!isResults(filename)) return "camtrap-dp";
  return /"predictions"\s*:\s*\[/.test(beginning) ? "speciesnet" : "megadetector";
}
