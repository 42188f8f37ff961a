import { siteIdTaken } from "../../shared/domain/capture-source.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { CaptureSourceWriter } from "../../shared/store/capture-source-writer.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly sources: Pick<CaptureSourceWriter, "create"> };
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Registers a camera. */
export function createCaptureSource({ sources }: Deps) {
  return async ({ body, idempotency }: Input) => {
    const source = {
      name: body.name,
      location: body.location,
      cameraHardware: body.camera_hardware,
      siteId: body.site_id,
    };
    const made = await sources.create(source, idempotency);
    if (made === "site-id-taken") throw siteIdTaken(body.site_id);
    const headers = createdHeaders(`/api/v1/capturesources/${made.id}`, made);
    return { status: 200, headers, body: { id: made.id } } as const;
  };
}
