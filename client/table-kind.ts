/** Columns that only a table of annotations has: the stream of a row, or its time. */
const ofAnnotations: readonly string[] = ["videostream", "stream_url", "file", "start", "start_time"];

/** Number of bytes at the beginning of a table that contain its first line. */
export const headerBytes = 65_536;

/** The kind of a CSV table's rows, by its beginning. The service checks the rows. */
export function tableKind(beginning: string): "annotations" | "species" {
  const [header = ""] = beginning.replace(/^\uFEFF/, "").split(/[\r\n]/, 1);
  const columns = header.split(/[,;\t]/).map((cell) => cell.replaceAll('"', "").trim());
  return columns.some((column) => ofAnnotations.includes(column)) ? "annotations" : "species";
}
