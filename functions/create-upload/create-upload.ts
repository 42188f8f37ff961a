import { isSite, requireOwnSource, type SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import { checkStreamTimes } from "../../shared/domain/stream/stream-times.ts";
import { unknownSource } from "../../shared/domain/stream/video-stream.ts";
import { dailyLimitReached, inGigabytes } from "../../shared/domain/upload/daily-limit.ts";
import { makerOf, streamOfFile } from "../../shared/domain/upload/upload.ts";
import { type Fault, invalid } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UploadWriter } from "../../shared/store/upload/writer.ts";
import { viewSizes } from "../../shared/views/upload/upload.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  /** Finds the stream of a source that has the file with a fingerprint. */
  readonly streamOf: (source: number, fingerprint: string) => Promise<number | undefined>;
  readonly uploads: Pick<UploadWriter, "create">;
  /** Maximum number of bytes in a file, and in all files that a caller announces in a day (UTC). */
  readonly limits: { readonly maxBytes: number; readonly bytesPerDay: number };
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Creates an upload. Checks the announced file before the caller sends any of it. */
export function createUpload({ findSource, streamOf, uploads, limits, nowMs }: Deps) {
  return async ({ body, idempotency }: Input, calling: Eventual<User | SiteCaller>) => {
    const { capturesource: source, bytes: sizeBytes, startTime: startMs, endTime: endMs } = body;
    const build = async () => {
      const { fingerprint } = body;
      const found = handled(findSource(source));
      const there = fingerprint === undefined ? undefined : handled(streamOf(source, fingerprint));
      const caller = await calling;
      if (isSite(caller)) requireOwnSource(caller, source);
      if (endMs !== undefined) checkStreamTimes(startMs, endMs);
      if (sizeBytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
      if (!(await found)) throw unknownSource(source);
      const stream = await there;
      if (stream !== undefined) throw streamOfFile(stream);
      if (sizeBytes > limits.bytesPerDay) throw dailyLimitReached(limits.bytesPerDay, nowMs());
      return {
        maker: makerOf(caller),
        source,
        filename: body.filename,
        type: body.type,
        sizeBytes,
        startMs,
        endMs,
        fingerprint,
        createdMs: nowMs(),
        bytesPerDay: limits.bytesPerDay,
      };
    };
    const created = await uploads.create(build, idempotency);
    if (created === "source-deleted") throw unknownSource(source);
    if (created === "quota-reached") throw dailyLimitReached(limits.bytesPerDay, nowMs());
    return {
      status: 201,
      headers: createdHeaders(`/api/v1/uploads/${created.id}`, created),
      body: { id: created.id, ...viewSizes(sizeBytes) },
    } as const;
  };
}

function tooLarge(maxBytes: number): Fault {
  return invalid("/bytes", `\`bytes\` must be at most ${maxBytes} (${inGigabytes(maxBytes)}).`);
}
