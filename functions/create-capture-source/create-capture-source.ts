import { type NewCaptureSource, siteIdTaken } from "../../shared/domain/capture-source.ts";
import type { Idempotency } from "../../shared/domain/idempotency.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { CaptureSourceWriter } from "../../shared/store/capture-source-writer.ts";

type Received = { readonly body: NewCaptureSource; readonly idempotency: Idempotency | undefined };

type Deps = { readonly sources: Pick<CaptureSourceWriter, "create"> };

/** Registers a camera. */
export function createCaptureSource({ sources }: Deps) {
  return async ({ body, idempotency }: Received) => {
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
