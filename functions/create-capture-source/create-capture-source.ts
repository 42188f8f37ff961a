import type { Attempt } from "../../shared/domain/attempt.ts";
import { type NewCaptureSource, siteIdTaken } from "../../shared/domain/capture-source.ts";
import { madeHeaders } from "../../shared/http/made-headers.ts";
import type { CaptureSourceWriter } from "../../shared/store/capture-source-writer.ts";

type Request = { readonly body: NewCaptureSource; readonly attempt: Attempt | undefined };

type Deps = { readonly sources: Pick<CaptureSourceWriter, "create"> };

/** Registers a camera. */
export function createCaptureSource({ sources }: Deps) {
  return async ({ body, attempt }: Request) => {
    const source = {
      name: body.name,
      location: body.location,
      cameraHardware: body.camera_hardware,
      siteId: body.site_id,
    };
    const made = await sources.create(source, attempt);
    if (made === "site-id-taken") throw siteIdTaken(body.site_id);
    const headers = madeHeaders(`/api/v1/capturesources/${made.id}`, made);
    return { status: 200, headers, body: { id: made.id } } as const;
  };
}
