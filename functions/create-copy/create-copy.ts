import { type Copy, copyState, newCopy, retriedCopy } from "../../shared/domain/copy/copy.ts";
import { copyLimitReached } from "../../shared/domain/copy/daily-limit.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { hasClips, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { existing, Fault, notFound } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { CopyWriter } from "../../shared/store/copy/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findStream: (id: number) => Promise<VideoStream | undefined>;
  readonly findCopy: (stream: number) => Promise<Copy | undefined>;
  readonly copies: Pick<CopyWriter, "queue">;
  /** See `discardCopy`. */
  readonly discard: (copy: Copy) => Promise<"removed" | "changed-meanwhile">;
  /**
   * Reads what a copy needs to know of its original.
   * @throws Fault
   */
  readonly read: (streamUrl: string) => Promise<Pick<Copy, "codec" | "lengthMs">>;
  readonly minutesPerDay: number;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params">;

/** Queues the copy of a stream's video. A copy that waits, is being made or is there stays as it is. */
export function createCopy({ findStream, findCopy, copies, discard, read, minutesPerDay, nowMs }: Deps) {
  return async ({ params: { id } }: Input, calling: Eventual<User>) => {
    const queued = await retryChanged(async () => {
      const [found, copy] = await Promise.all([findStream(id), findCopy(id)]);
      const stream = existing("video stream", id, found);
      const state = copyState(copy, stream.url);
      if (state === "waiting" || state === "making" || state === "there") return { state };
      const caller = await calling;
      checkCopied(stream);
      const failed = copy?.url === stream.url ? copy : undefined;
      const next =
        failed === undefined
          ? newCopy({ id, maker: caller.id, url: stream.url, ...(await read(stream.url)) }, nowMs())
          : retriedCopy(failed, nowMs());
      // The copy is of a video that the stream had before.
      const isOther = copy !== undefined && failed === undefined;
      if (isOther && (await discard(copy)) === "changed-meanwhile") return "changed-meanwhile";
      const outcome = await copies.queue(failed, next, minutesPerDay);
      return outcome === "changed-meanwhile" ? outcome : { state: outcome };
    });
    const { state } = queued;
    if (state === "stream-deleted") throw notFound("video stream", id);
    if (state === "quota-reached") throw copyLimitReached(minutesPerDay, nowMs());
    return { status: 202, body: { copy: state === "queued" ? "waiting" : state } } as const;
  };
}

/** @throws Fault `unprocessable`, or `conflict` for a stream that is still recording */
function checkCopied(stream: VideoStream): void {
  if (!hasClips(stream)) throw new Fault("unprocessable", "The stream is a picture. Every browser shows it.");
  if (stream.live !== undefined && stream.endMs === undefined) {
    throw new Fault("conflict", "The stream is live. Ask for a copy when it has ended.");
  }
}
