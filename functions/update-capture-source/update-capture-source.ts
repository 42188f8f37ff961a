import {
  type CaptureSource,
  patchCaptureSource,
  siteIdTaken,
} from "../../shared/domain/source/capture-source.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { CarryCorrection } from "../../shared/serve/carry-correction.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { CaptureSourceWriter } from "../../shared/store/source/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly sources: Pick<CaptureSourceWriter, "update">;
  readonly carryCorrection: CarryCorrection;
};
type Input = InputOf<typeof contract, "params" | "body" | "ifMatch">;

/** Changes the fields that the patch includes. */
export function updateCaptureSource({ findSource, sources, carryCorrection }: Deps) {
  return async ({ params: { id }, body, ifMatch }: Input) => {
    const updated = await retryChanged(async () => {
      const source = existing("capture source", id, await findSource(id));
      requireMatch(ifMatch, source.version, viewCaptureSource(source));
      return sources.update(source, patchCaptureSource(source, body));
    });
    if (updated === "site-id-taken") throw siteIdTaken(body.site_id);
    const headers = body.time_zone === undefined ? {} : await carryCorrection({ kind: "moved-source", id });
    return { status: 200, headers, body: viewCaptureSource(updated) } as const;
  };
}
