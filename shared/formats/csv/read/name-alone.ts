import type { VideoStream } from "../../../domain/stream/video-stream.ts";
import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow } from "../../row-finding.ts";
import { comparable, endsWith } from "./file-path.ts";
import type { NamedStream } from "./stream-named.ts";

/**
 * Returns the name of a stream's uploaded file if nothing but this name matches a path; `undefined` if the path's
 * folders match, too. A match by name alone is uncertain, since cameras use the same names again and again.
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

/**
 * Reports paths that match a stream by name alone: the first path of a stream with a warning, another one as a bad row.
 */
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
      const message = `Of this path, only the name “${name}” matches: it is the name of the file of video stream ${stream.id}. All rows with this path belong to that stream. If this is another camera's file, write the number of the right stream in \`videostream\`.`;
      return [inRow(row, "file", "warning", "by-name", message)];
    }
    if (comparable(before) === comparable(named.value)) return [];
    const message = `“${before}” in a row above also matches video stream ${stream.id} by the name “${name}” alone. Only one of these paths can be its file. Write the numbers of the streams in \`videostream\`.`;
    return [inRow(row, "file", "bad-row", "by-name", message)];
  };
}
