import { siteIdTaken } from "../../shared/domain/source/capture-source.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { CaptureSourceWriter } from "../../shared/store/source/writer.ts";
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
      timeZone: body.time_zone,
      coordinateUncertainty: body.coordinate_uncertainty,
      camtrapDp: body.camtrap_dp,
    };
    const created = await sources.create(source, idempotency);
    if (created === "site-id-taken") throw siteIdTaken(body.site_id);
    const headers = createdHeaders(`/api/v1/capturesources/${created.id}`, created);
    return { status: 200, headers, body: { id: created.id } } as const;
  };
}
