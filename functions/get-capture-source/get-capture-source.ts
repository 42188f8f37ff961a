import {
  type CaptureSource,
  unknownCaptureSource,
  viewCaptureSource,
} from "../../shared/domain/capture-source.ts";
import type { IdPath } from "../../shared/domain/id.ts";

type Deps = { readonly findSource: (id: number) => Promise<CaptureSource | undefined> };

/** Answers one capture source. */
export function getCaptureSource({ findSource }: Deps) {
  return async ({ params: { id } }: { readonly params: IdPath }) => {
    const source = await findSource(id);
    if (source === undefined) throw unknownCaptureSource(id);
    return { status: 200, body: viewCaptureSource(source) } as const;
  };
}
