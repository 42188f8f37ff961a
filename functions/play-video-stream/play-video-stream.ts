import { type Copy, copyState } from "../../shared/domain/copy/copy.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing, Fault, invalid } from "../../shared/domain/wire/fault.ts";
import { extractionFault } from "../../shared/media/cut/extraction-fault.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { Playable } from "../../shared/views/media/playable.ts";
import type { contract } from "./contract.ts";
import type { playableCopies } from "./playable-copies.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly playable: (streamUrl: string) => Promise<Playable>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  /** See `playableCopies`. */
  readonly playableCopy: ReturnType<typeof playableCopies>;
};

/** Returns a URL or a playlist for playing a stream's video or its copy. */
export function playVideoStream({ findStream, playable, findCopy, playableCopy }: Deps) {
  return async ({ params: { id }, query }: InputOf<typeof contract, "params" | "query">) => {
    const { copy, from, until } = query;
    for (const [field, value] of Object.entries({ from, until })) {
      if (value !== undefined && !copy) throw invalid(`/${field}`, `\`${field}\` needs \`copy=true\`.`);
    }
    const [found, made] = await Promise.all([findStream(id), copy && findCopy(id)]);
    const stream = existing("video stream", id, found);
    if (copy) {
      const range = { startMs: from, endMs: until };
      return { status: 200, body: await playableCopy(stream, existingCopy(stream, made), range) } as const;
    }
    try {
      return { status: 200, body: await playable(stream.url) } as const;
    } catch (error) {
      throw extractionFault(error);
    }
  };
}

/** @throws Fault `not-found` without a copy of the stream's present video that is made or being made */
function existingCopy({ id, url }: VideoStream, copy: Copy | undefined): Copy {
  const state = copyState(copy, url);
  if (copy !== undefined && copy.doneMs > 0 && (state === "there" || state === "making")) return copy;
  throw new Fault(
    "not-found",
    `There is no playable copy of video stream ${id} yet. POST /api/v1/videostreams/${id}/copy asks for one, and returns its state.`,
  );
}
