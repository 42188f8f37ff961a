import type { VideoStream } from "../../../domain/stream/video-stream.ts";
import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow } from "../../row-finding.ts";
import { comparable, endsWith } from "./file-path.ts";
import type { NamedStream } from "./stream-named.ts";

/**
 * The name of the uploaded file by which alone a path has led to its stream: the folders in the path are not in the
 * stream's address. `undefined` where more of the path fits. Cameras give the same names again and again.
 */
export function nameAlone(
  { column, value }: NamedStream,
  { url, file }: Pick<VideoStream, "url" | "file">,
): string | undefined {
  if (column !== "file" || file?.name === undefined) return undefined;
  const path = comparable(value);
  const isKnown = endsWith(comparable(url), path) || endsWith(comparable(file.name), path);
  return isKnown ? undefined : file.name;
}

/** Watches which paths of a table lead to a stream by name alone: a warning for the first, a bad row for another one. */
export function pathsByName(): (
  row: GoodRow,
  named: NamedStream,
  stream: Pick<VideoStream, "id" | "url" | "file">,
) => readonly Finding[] {
  const paths = new Map<number, string>();
  return (row, named, stream) => {
    const name = nameAlone(named, stream);
    if (name === undefined) return [];
    const before = paths.get(stream.id);
    if (before === undefined) {
      paths.set(stream.id, named.value);
      const message = `Of its path the service knows only “${name}”, the file of video stream ${stream.id}, which all rows with this path are of. If it is another camera's file, write the number of the right stream in \`videostream\`.`;
      return [inRow(row, "file", "warning", "by-name", message)];
    }
    if (comparable(before) === comparable(named.value)) return [];
    const message = `“${before}” in a row above has led to video stream ${stream.id}, too, by the name “${name}” alone. Only one of them can be its file: write the numbers of the streams in \`videostream\`.`;
    return [inRow(row, "file", "bad-row", "by-name", message)];
  };
}
