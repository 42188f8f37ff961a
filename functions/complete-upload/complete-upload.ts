import type { SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { Completion } from "../../shared/domain/upload/parts.ts";
import {
  refusedUpload,
  requireMaker,
  type Upload,
  type UploadRefusal,
} from "../../shared/domain/upload/upload.ts";
import { existing, Fault, notFound } from "../../shared/domain/wire/fault.ts";
import type { PendingIdempotency } from "../../shared/domain/wire/idempotency.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { fingerprintOf, type VideoFiles } from "../../shared/media/files/video-files.ts";
import type { FileFacts } from "../../shared/media/read/file-facts.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UploadWriter } from "../../shared/store/upload/writer.ts";
import type { Created, Remember } from "../../shared/table/idempotency.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";
import type { PartJoiner } from "./join-parts.ts";
import type { UnreadFile } from "./read-file.ts";
import type { RegisterUpload } from "./register-upload.ts";
import { uploadedStream } from "./uploaded-stream.ts";

type Deps = {
  readonly findUpload: (id: number) => Promise<Upload | undefined>;
  readonly streamOf: (source: number, fingerprint: string) => Promise<number | undefined>;
  readonly uploads: Pick<UploadWriter, "update" | "end">;
  readonly files: Pick<VideoFiles, "remove">;
  readonly parts: PartJoiner;
  /** See `readFile`. */
  readonly read: (uploadId: number) => Promise<FileFacts | UnreadFile>;
  readonly register: RegisterUpload;
  /** See `createOnce`. */
  readonly once: (
    idempotency: PendingIdempotency,
    create: (remember: Remember) => Promise<number | Created | "joining" | "repeated">,
  ) => Promise<Created | "joining">;
  readonly urlOf: (uploadId: number) => string;
  readonly nowMs: () => number;
};
/** All parts of a file, in order. */
type Listed = Completion["parts"];
type Input = InputOf<typeof contract, "params" | "body" | "idempotency">;

/** Maximum time that a request waits for S3. After this time it returns 202, and the next request reads the file. */
const maxWaitMs = 15_000;

/** The refusal of a file whose second attempt takes too long, too. The first may have had too little of the processor. */
const alwaysTooSlow = {
  reason: "Reading the uploaded file takes too long. It may be damaged. Try to play it, and to save it anew.",
};

/**
 * Makes a video stream of an upload: joins its parts, reads the file, and registers the stream. Each step detects the
 * work of earlier requests, so a repeated request continues where a crashed one stopped.
 */
export function completeUpload(deps: Deps) {
  const { findUpload, uploads, files, nowMs } = deps;

  /** Ends an upload whose file the service refuses. Later requests to complete it get the same error. */
  async function refuse(upload: Upload, refusal: UploadRefusal): Promise<"changed-meanwhile"> {
    if ((await uploads.end(upload, refusal, { nowMs: nowMs() })) === "changed-meanwhile")
      return "changed-meanwhile";
    await files.remove(upload.id, upload.multipartId);
    throw refusedUpload(refusal);
  }

  async function complete(id: number, caller: User | SiteCaller, listed: Listed, remember: Remember) {
    const startMs = performance.now();
    const found = existing("upload", id, await findUpload(id));
    requireMaker(caller, found);
    if (found.state.kind === "done") return { id: found.state.stream, replayed: true };
    if (found.state.kind === "ended") {
      throw found.state.refusal ? refusedUpload(found.state.refusal) : notFound("upload", id);
    }
    const listedFile = fingerprintOf(listed);
    if (found.fingerprint !== undefined && found.fingerprint !== listedFile) throw otherFile(id);
    const twin = await deps.streamOf(found.source, listedFile);
    if (twin !== undefined) return refuse(found, { stream: twin });

    const stored = await deps.parts.stored(found, listed);
    const upload = await startJoining(found);
    if (upload === "changed-meanwhile") return upload;
    const fingerprint = await deps.parts.join(upload, listed, stored);
    if (fingerprint === "joining" || performance.now() - startMs > maxWaitMs) return "joining";
    const facts = await deps.read(id);
    if ("tooSlow" in facts) {
      if (upload.state.kind === "joining" && upload.state.wasTooSlow) return refuse(upload, alwaysTooSlow);
      await uploads.update(upload, { ...upload, state: { kind: "joining", wasTooSlow: true } });
      throw facts.tooSlow;
    }
    if ("reason" in facts) return refuse(upload, facts);
    const file = { upload: id, fingerprint, name: upload.filename };
    const stream = uploadedStream(upload, facts, file, deps.urlOf(id));
    if ("reason" in stream) return refuse(upload, stream);
    const { codec, durationMs: lengthMs, isOld } = facts;
    const original = isOld ? { codec, lengthMs } : undefined;
    const registered = await deps.register(upload, stream, original, remember);
    if (registered === "source-deleted")
      return refuse(upload, { reason: "The capture source of the upload has been deleted." });
    // Another upload of the same file completed first. The retry finds its stream.
    return registered === "fingerprint-taken" ? "changed-meanwhile" : registered;
  }

  async function startJoining(upload: Upload): Promise<Upload | "changed-meanwhile"> {
    if (upload.state.kind === "joining") return upload;
    const after: Upload = { ...upload, state: { kind: "joining", wasTooSlow: false } };
    if ((await uploads.update(upload, after)) === "changed-meanwhile") return "changed-meanwhile";
    return { ...after, version: upload.version + 1 };
  }

  return async ({ params: { id }, body, idempotency }: Input, calling: Eventual<User | SiteCaller>) => {
    const caller = await calling;
    const listed = body.parts.toSorted((a, b) => a.number - b.number);
    const created = await deps.once(idempotency, (remember) =>
      retryChanged(() => complete(id, caller, listed, remember)),
    );
    if (created === "joining") {
      const headers = { Location: `/api/v1/uploads/${id}`, "Retry-After": "5" };
      return { status: 202, headers, body: { status: "joining" } } as const;
    }
    const headers = createdHeaders(`/api/v1/videostreams/${created.id}`, created);
    return { status: 201, headers, body: { id: created.id } } as const;
  };
}

function otherFile(id: number): Fault {
  return new Fault(
    "conflict",
    `The parts do not match the \`fingerprint\` that upload ${id} was created with. If the file has changed, create a new upload.`,
  );
}
