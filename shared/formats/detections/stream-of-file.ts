import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { nameAlone } from "../csv/read/name-alone.ts";
import type { FoundStreams, NamedStream } from "../csv/read/stream-named.ts";
import type { Finding } from "../finding.ts";
import { inEntry, type Place } from "./entry.ts";

/**
 * How the paths that a detector knows become addresses of streams: `strip` is cut off their front, and with `base` in
 * front of the rest they are whole addresses. Without `base`, they are the ends of addresses.
 */
export type Match = { readonly strip?: string | undefined; readonly base?: string | undefined };

/** What to look for, for a file of results. */
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
 * A warning for an uploaded file that was found by its name, though the results know the folders that it lay in: cameras
 * give the same names again and again.
 */
export function foundByName(place: Place, named: NamedStream, stream: VideoStream): readonly Finding[] {
  const name = nameAlone(named, stream);
  if (name === undefined) return [];
  const message = `Of its path the service knows only “${name}”, the file of video stream ${stream.id}. If it is another camera's file, name the right capture sources with the option \`capturesources\`.`;
  return [inEntry(place, "file", named.value, "warning", "by-name", message)];
}

/** The only stream of an entry's file, or what is wrong. */
export function onlyStream(place: Place, named: NamedStream, found: FoundStreams): VideoStream | Finding {
  const refused = (code: string, message: string) =>
    inEntry(place, "file", named.value, "bad-row", code, message);
  if (found === "too-many") {
    return refused(
      "too-many-streams",
      "There are too many streams to look through. Name the capture sources whose files these are with the option `capturesources`.",
    );
  }
  const [stream, second] = found;
  if (stream === undefined) {
    const rule =
      named.column === "file"
        ? "Its path must be the end of a stream's address. The option `match` cuts off its front, or adds the front of the address."
        : "With `match.base` in front, it must be a stream's address, letter by letter.";
    return refused("no-stream", `No stream has this file. ${rule}`);
  }
  if (second !== undefined) {
    const some = found.slice(0, 3).map(({ id }) => id);
    return refused(
      "ambiguous",
      `${found.length} streams have a file of this name: ${some.join(", ")}${found.length > 3 ? ", …" : ""}. Tell them apart with the options \`capturesources\` or \`match.base\`.`,
    );
  }
  return stream;
}
