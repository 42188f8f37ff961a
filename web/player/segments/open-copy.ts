import { answer } from "../../api/answer.ts";
import { service } from "../../api/service.ts";
import { formatOffset, parseOffset } from "../../labels/offset.ts";
import { checked } from "../../picture/address.ts";
import type { Source } from "../../picture/player.ts";
import type { VideoIndex } from "../video-index.ts";
import { openSegments } from "./open-segments.ts";
import type { Playing } from "./segment-list.ts";

const fetchBytes: typeof fetch = async (input, init) => checked(await fetch(input, init));

/** Opens the copy of a stream's video. @param source what the service has returned just now */
export function openCopy(stream: number, source: Source): Promise<VideoIndex | undefined> {
  let first: Source | undefined = source;
  const read = async (fromMs: number, untilMs?: number): Promise<Playing> => {
    const { playlist = "", next } = first ?? (await partOf(stream, fromMs, untilMs));
    first = undefined;
    return { text: playlist, nextMs: next === undefined ? undefined : parseOffset(next) };
  };
  return openSegments(read, fetchBytes);
}

async function partOf(stream: number, fromMs: number, untilMs: number | undefined) {
  const until = untilMs === undefined ? {} : { until: formatOffset(untilMs) };
  const query = { copy: "true", from: formatOffset(fromMs), ...until } as const;
  const params = { path: { id: stream }, query };
  const part = await answer(service.GET("/videostreams/{id}/play", { params }));
  if (part.kind !== "hls") throw new Error("A copy is a playlist.");
  return part;
}
