import { type NewCaptureSource, siteIdTaken } from "../../shared/domain/capture-source.ts";
import type { CaptureSourceWriter } from "../../shared/store/capture-sources.ts";

type Deps = { readonly sources: Pick<CaptureSourceWriter, "create"> };

/** Registers a camera. */
export function createCaptureSource({ sources }: Deps) {
  return async ({ body }: { readonly body: NewCaptureSource }) => {
    const id = await sources.create({
      name: body.name,
      location: body.location,
      cameraHardware: body.camera_hardware,
      siteId: body.site_id,
    });
    if (id === "site-id-taken") throw siteIdTaken(body.site_id);
    return { status: 200, headers: { Location: `/api/v1/capturesources/${id}` }, body: { id } } as const;
  };
}
