import * as z from "zod/mini";
import { deploymentCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { shownImport } from "../../domain/job/import-id.ts";
import { Location } from "../../domain/place/location.ts";
import type { CaptureSource } from "../../domain/source/capture-source.ts";
import { cameraHardware, coordinateUncertainty, name, siteId } from "../../domain/source/fields.ts";
import { TimeZone } from "../../domain/time/time-zone.ts";
import { Id } from "../../domain/wire/id.ts";

export const CaptureSourceView = z
  .strictObject({
    id: Id,
    name,
    location: Location,
    camera_hardware: cameraHardware,
    site_id: z.optional(siteId),
    time_zone: z.optional(TimeZone),
    coordinate_uncertainty: z.optional(coordinateUncertainty),
    ...deploymentCells.shown,
    ...shownImport,
  })
  .check(z.meta({ id: "CaptureSource" }));
export type CaptureSourceView = z.infer<typeof CaptureSourceView>;

export function viewCaptureSource(source: CaptureSource): CaptureSourceView {
  return {
    id: source.id,
    name: source.name,
    location: source.location,
    camera_hardware: source.cameraHardware,
    ...(source.siteId === undefined ? {} : { site_id: source.siteId }),
    ...(source.timeZone === undefined ? {} : { time_zone: source.timeZone }),
    ...(source.coordinateUncertainty === undefined
      ? {}
      : { coordinate_uncertainty: source.coordinateUncertainty }),
    ...(source.camtrapDp === undefined ? {} : { camtrap_dp: source.camtrapDp }),
    ...(source.importId === undefined ? {} : { import: source.importId }),
  };
}
