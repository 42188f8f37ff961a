import type { SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { bytesOfPart, partCountOf } from "../../shared/domain/upload/part-sizes.ts";
import type { PartsToSign } from "../../shared/domain/upload/parts.ts";
import { requireExisting, requireMaker, type Upload } from "../../shared/domain/upload/upload.ts";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";
import type { VideoFiles } from "../../shared/media/files/video-files.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { UploadWriter } from "../../shared/store/upload/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findUpload: (id: number) => Promise<Upload | undefined>;
  readonly uploads: Pick<UploadWriter, "update">;
  readonly files: Pick<VideoFiles, "begin" | "sign">;
};
type Input = InputOf<typeof contract, "params" | "body">;

/** Signs the URLs to which the caller PUTs parts. The first call creates the multipart upload in S3. */
export function signUploadParts({ findUpload, uploads, files }: Deps) {
  return async ({ params: { id }, body: { parts } }: Input, calling: Eventual<User | SiteCaller>) => {
    let found = handled(findUpload(id));
    const caller = await calling;
    const multipartId = await retryChanged(async () => {
      const upload = requireExisting(await found, id);
      requireMaker(caller, upload);
      if (upload.state.kind === "done") throw complete(upload.state.stream);
      checkParts(upload.sizeBytes, parts);
      if (upload.multipartId !== undefined) return upload.multipartId;
      // Concurrent first calls may each create a multipart upload. The bucket's lifecycle rule removes the unused uploads.
      const begun = await files.begin(id, upload.type);
      const stored = await uploads.update(upload, { ...upload, multipartId: begun });
      if (stored === "updated") return begun;
      found = handled(findUpload(id));
      return stored;
    });
    const signed = await Promise.all(parts.map((part) => files.sign({ id, multipartId }, part)));
    return { status: 200, body: { parts: signed } } as const;
  };
}

function complete(stream: number): Fault {
  return new Fault("conflict", `The upload is complete: it is video stream ${stream}.`);
}

/** @throws Fault `invalid-request` for a repeated part, or one that does not fit the file */
function checkParts(sizeBytes: number, parts: PartsToSign["parts"]): void {
  const seen = new Set<number>();
  for (const [i, { number, bytes }] of parts.entries()) {
    const expected = bytesOfPart(sizeBytes, number);
    const at = `/parts/${i}`;
    if (expected === undefined) {
      throw invalid(
        `${at}/number`,
        `\`number\` must be at most ${partCountOf(sizeBytes)}, the number of parts of the file.`,
      );
    }
    if (bytes !== expected) {
      throw invalid(`${at}/bytes`, `\`bytes\` must be ${expected}, the length of part ${number}.`);
    }
    if (seen.has(number))
      throw invalid(`${at}/number`, `\`number\` must be different for each part. ${number} occurs twice.`);
    seen.add(number);
  }
}
