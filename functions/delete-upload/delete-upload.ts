import type { SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { requireExisting, requireMaker, type Upload } from "../../shared/domain/upload/upload.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import { receivedParts } from "../../shared/media/fetch/received-parts.ts";
import type { VideoFiles } from "../../shared/media/files/video-files.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UploadWriter } from "../../shared/store/upload/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewUpload } from "../../shared/views/upload/upload.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findUpload: (id: number) => Promise<Upload | undefined>;
  readonly uploads: Pick<UploadWriter, "end">;
  readonly files: Pick<VideoFiles, "received" | "remove">;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Ends an upload before it is complete, and removes its parts. */
export function deleteUpload({ findUpload, uploads, files, nowMs }: Deps) {
  return async ({ params: { id }, ifMatch }: Input, calling: Eventual<User | SiteCaller>) => {
    const caller = await calling;
    const multipartId = await retryChanged(async () => {
      const upload = requireExisting(await findUpload(id), id);
      requireMaker(caller, upload);
      const received = await receivedParts(files, upload);
      requireMatch(ifMatch, upload.version, viewUpload(upload, received ?? []));
      if (upload.state.kind === "done") throw complete(upload.state.stream);
      const sentBytes = received?.reduce((sum, { bytes }) => sum + bytes, 0) ?? upload.sizeBytes;
      const unsentBytes = upload.sizeBytes - sentBytes;
      const ended = await uploads.end(upload, undefined, { nowMs: nowMs(), unsentBytes });
      return ended === "ended" ? upload.multipartId : ended;
    });
    await files.remove(id, multipartId);
    return { status: 200 } as const;
  };
}

function complete(stream: number): Fault {
  return new Fault(
    "conflict",
    `The upload is complete: it is video stream ${stream}. Delete the stream instead.`,
  );
}
