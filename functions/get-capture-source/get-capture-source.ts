import { type CaptureSource, unknownCaptureSource } from "../../shared/domain/source/capture-source.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewCaptureSource } from "../../shared/views/source/capture-source.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findSource: (id: number) => Promise<CaptureSource | undefined> };
type Input = InputOf<typeof contract, "params">;

/** Returns one capture source. */
export function getCaptureSource({ findSource }: Deps) {
  return async ({ params: { id } }: Input) => {
    const source = await findSource(id);
    if (source === undefined) throw unknownCaptureSource(id);
    return { status: 200, version: source.version, body: viewCaptureSource(source) } as const;
  };
}
