import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { nameAlone } from "../csv/read/name-alone.ts";
import type { FoundStreams, NamedStream } from "../csv/read/stream-named.ts";
import type { Finding } from "../finding.ts";
import { inEntry, type Place } from "./entry.ts";

/**
 * Rules that turn a detector's paths into addresses of streams. `strip` is removed from the beginning of a path. With
 * `base` in front, the rest is a whole address; without `base`, it is the end of an address.
 */
export type Match = { readonly strip?: string | undefined; readonly base?: string | undefined };

/** The name by which to find the stream of a file in results. */
export function streamOfFile(file: string, { strip = "", base }: Match): NamedStream {
  const front = strip.replaceAll("\\", "/");
  const rest = file.startsWith(front) ? file.slice(front.length) : file;
  if (base !== undefined) {
    const path = base.endsWith("/") ? rest.replace(/^\/+/, "") : rest;
    return { column: "stream_url", value: base + path, atMs: undefined };
  }
  return { column: "file", value: rest.replace(/^(?:\.?\/)+/, ""), atMs: undefined };
}

/**
 * Warns about an uploaded file that was found by its name alone, although the results have its folders. Cameras use the
 * same names again and again.
 */
export function foundByName(place: Place, named: NamedStream, stream: VideoStream): readonly Finding[] {
  const name = nameAlone(named, stream);
  if (name === undefined) return [];
  const message = `Of this path, only the name “${name}” matches: it is the name of the file of video stream ${stream.id}. If this is another camera's file, name the right capture sources with the option \`capturesources\`.`;
  return [inEntry(place, "file", named.value, "warning", "by-name", message)];
}

/** Returns the stream of an entry's file if exactly one stream matches, else a finding. */
export function onlyStream(place: Place, named: NamedStream, found: FoundStreams): VideoStream | Finding {
  const refused = (code: string, message: string) =>
    inEntry(place, "file", named.value, "bad-row", code, message);
  if (found === "too-many") {
    return refused(
      "too-many-streams",
      "There are too many streams to search. Name the capture sources of these files with the option `capturesources`.",
    );
  }
  const [stream, second] = found;
  if (stream === undefined) {
    const rule =
      named.column === "file"
        ? "Its path must be the end of a stream's address. The option `match` removes the beginning of the path, or adds the beginning of the address."
        : "With `match.base` in front, it must be exactly a stream's address.";
    return refused("no-stream", `No stream has this file. ${rule}`);
  }
  if (second !== undefined) {
    const some = found.slice(0, 3).map(({ id }) => id);
    return refused(
      "ambiguous",
      `${found.length} streams have a file with this name: ${some.join(", ")}${found.length > 3 ? ", …" : ""}. Distinguish them with the options \`capturesources\` or \`match.base\`.`,
    );
  }
  return stream;
}
