import * as z from "zod/mini";
import type { Upload, UploadRefusal, UploadState } from "../../domain/upload/upload.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

/** An upload's item, parsed into the record. */
export const UploadItem = z.pipe(
  z.object({
    id: z.int(),
    user: maybe(z.int()),
    source: z.int(),
    filename: z.string(),
    type: z.string(),
    size: z.int(),
    startMs: z.int(),
    endMs: maybe(z.int()),
    fingerprint: maybe(z.string()),
    multipart: maybe(z.string()),
    state: z.enum(["open", "joining", "done", "ended"]),
    slow: maybe(z.boolean()),
    stream: maybe(z.int()),
    reason: maybe(z.string()),
    createdMs: z.int(),
    ver: z.int(),
  }),
  z.transform(
    ({ user, size, multipart, state, slow, stream, reason, ver, ...item }): Upload => ({
      ...item,
      maker: user === undefined ? { source: item.source } : { user },
      sizeBytes: size,
      multipartId: multipart,
      state: stateOf({ state, slow, stream, reason }),
      version: ver,
    }),
  ),
);

type StoredState = {
  readonly state: UploadState["kind"];
  readonly slow?: boolean | undefined;
  readonly stream?: number | undefined;
  readonly reason?: string | undefined;
};

function stateOf({ state, slow = false, stream, reason }: StoredState): UploadState {
  if (state === "done" && stream !== undefined) return { kind: "done", stream };
  if (state === "open") return { kind: "open" };
  if (state === "joining") return { kind: "joining", wasTooSlow: slow };
  return { kind: "ended", refusal: refusalOf(stream, reason) };
}

function refusalOf(stream: number | undefined, reason: string | undefined): UploadRefusal | undefined {
  if (stream !== undefined) return { stream };
  return reason === undefined ? undefined : { reason };
}

export function uploadItem(upload: Upload) {
  return {
    ...keys.upload(upload.id),
    id: upload.id,
    // A site's uploads are those of its source.
    user: "user" in upload.maker ? upload.maker.user : undefined,
    source: upload.source,
    filename: upload.filename,
    type: upload.type,
    size: upload.sizeBytes,
    startMs: upload.startMs,
    endMs: upload.endMs,
    fingerprint: upload.fingerprint,
    multipart: upload.multipartId,
    ...stored(upload.state),
    createdMs: upload.createdMs,
    ver: upload.version,
  };
}

function stored(state: UploadState): StoredState {
  if (state.kind === "done") return { state: "done", stream: state.stream };
  if (state.kind === "open") return { state: "open" };
  if (state.kind === "joining") return { state: "joining", slow: state.wasTooSlow };
  return { state: "ended", ...state.refusal };
}
