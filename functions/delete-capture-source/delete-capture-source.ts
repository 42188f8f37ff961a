import { type CaptureSource, unknownCaptureSource } from "../../shared/domain/source/capture-source.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { CaptureSourceWriter } from "../../shared/store/source/writer.ts";
import { deleteUnreferenced } from "../../shared/table/delete-unreferenced.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSource: (id: number) => Promise<CaptureSource | undefined>;
  readonly sources: Pick<CaptureSourceWriter, "delete">;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Deletes a capture source. Another source may then use the `site_id` of the deleted one, but never its id. */
export function deleteCaptureSource({ findSource, sources }: Deps) {
  return async ({ params: { id }, ifMatch }: Input) => {
    const read = async () => {
      const source = await findSource(id);
      if (source === undefined) throw unknownCaptureSource(id);
      requireMatch(ifMatch, source.version, viewCaptureSource(source));
      return source;
    };
    await deleteUnreferenced(`Capture source ${id}`, read, sources.delete);
    return { status: 200 } as const;
  };
}
