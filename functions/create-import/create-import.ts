import type { ImportJob } from "../../shared/domain/job/import-job.ts";
import { tooManyJobs } from "../../shared/domain/job/job.ts";
import { summariseUser, type User } from "../../shared/domain/person/user.ts";
import { dailyLimitReached } from "../../shared/domain/upload/daily-limit.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { ImportWriter } from "../../shared/store/job/import-writer.ts";
import type { ImportFiles } from "../../shared/transfer/imports/files.ts";
import { viewImport } from "../../shared/views/job/import.ts";
import type { contract } from "./contract.ts";
import type { FindObject } from "./find-object.ts";

type Deps = {
  readonly imports: Pick<ImportWriter, "create">;
  readonly findImport: (id: number) => Promise<ImportJob | undefined>;
  readonly files: Pick<ImportFiles, "uploadLink" | "reportLink">;
  readonly findObject: FindObject;
  /** Maximum number of bytes that a user announces in a day (UTC), for uploads and imports together. */
  readonly bytesPerDay: number;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Creates an import, and returns the URL for the upload of its file. */
export function createImport({ imports, findImport, files, findObject, bytesPerDay, nowMs }: Deps) {
  return async ({ body, idempotency }: Input, calling: Eventual<User>) => {
    const caller = await calling;
    const { format, sha256, s3_url } = body;
    const build = async () => {
      const found = s3_url === undefined ? undefined : await findObject(s3_url);
      // The schema requires `bytes` or `s3_url`.
      const bytes = found?.bytes ?? body.bytes ?? 0;
      const filename = body.filename ?? found?.object.key.split("/").at(-1);
      if (found === undefined && bytes > bytesPerDay) throw dailyLimitReached(bytesPerDay, nowMs());
      const file = { format, bytes, sha256, filename, object: found?.object };
      return { ...file, maker: caller.id, createdMs: nowMs(), bytesPerDay };
    };
    const created = await imports.create(build, idempotency);
    if (created === "too-many") throw tooManyJobs();
    if (created === "quota-reached") throw dailyLimitReached(bytesPerDay, nowMs());
    const job = await findImport(created.id);
    if (job === undefined) throw new Fault("unavailable", "The import no longer exists. Create a new one.");
    const view = viewImport(job, summariseUser(caller), await files.reportLink(job));
    return {
      status: 201,
      headers: createdHeaders(`/api/v1/imports/${job.id}`, created),
      body: { ...view, upload: (await files.uploadLink(job)) ?? null },
    } as const;
  };
}
