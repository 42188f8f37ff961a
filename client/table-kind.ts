/** The columns by which a table says which stream a row is of, or when it was. */
const ofAnnotations: readonly string[] = ["videostream", "stream_url", "file", "start", "start_time"];

/** As many bytes of a table as have its first line. */
export const headerBytes = 65_536;

/** What the rows of a CSV table are, by its beginning. Whether they can be taken, the service says. */
export function tableKind(beginning: string): "annotations" | "species" {
  const [header = ""] = beginning.replace(/^\uFEFF/, "").split(/[\r\n]/, 1);
  const columns = header.split(/[,;\t]/).map((cell) => cell.replaceAll('"', "").trim());
  return columns.some((column) => ofAnnotations.includes(column)) ? "annotations" : "species";
}
