import {
  type CaptureSource,
  type CaptureSourcePatch,
  patchCaptureSource,
  siteIdTaken,
  unknownCaptureSource,
  viewCaptureSource,
} from "../../shared/domain/capture-source.ts";
import type { IdPath } from "../../shared/domain/id.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { CaptureSourceWriter } from "../../shared/store/capture-source-writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly sources: Pick<CaptureSourceWriter, "update">;
};

type Received = {
  readonly params: IdPath;
  readonly body: CaptureSourcePatch;
  readonly ifMatch: string | undefined;
};

/** Changes the fields that the patch includes. */
export function updateCaptureSource({ findSource, sources }: Deps) {
  return async ({ params: { id }, body, ifMatch }: Received) => {
    const updated = await retryChanged(async () => {
      const source = await findSource(id);
      if (source === undefined) throw unknownCaptureSource(id);
      requireMatch(ifMatch, viewCaptureSource(source));
      return sources.update(source, patchCaptureSource(source, body));
    });
    if (updated === "site-id-taken") throw siteIdTaken(body.site_id);
    return { status: 200, body: viewCaptureSource(updated) } as const;
  };
}
