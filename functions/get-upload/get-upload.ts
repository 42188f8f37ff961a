import type { SiteCaller } from "../../shared/domain/person/site-key.ts";
import type { User } from "../../shared/domain/person/user.ts";
import { requireExisting, requireMaker, type Upload } from "../../shared/domain/upload/upload.ts";
import { receivedParts } from "../../shared/media/fetch/received-parts.ts";
import type { VideoFiles } from "../../shared/media/files/video-files.ts";
import { type Eventual, handled } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewUpload } from "../../shared/views/upload/upload.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findUpload: (id: number) => Promise<Upload | undefined>;
  readonly files: Pick<VideoFiles, "received">;
};
type Input = InputOf<typeof contract, "params">;

/** Returns the state of an upload, with the parts that have arrived in S3. */
export function getUpload({ findUpload, files }: Deps) {
  return async ({ params: { id } }: Input, calling: Eventual<User | SiteCaller>) => {
    const found = handled(findUpload(id));
    const caller = await calling;
    const upload = requireExisting(await found, id);
    requireMaker(caller, upload);
    const received = (await receivedParts(files, upload)) ?? [];
    return { status: 200, body: viewUpload(upload, received), version: upload.version } as const;
  };
}
