import * as z from "zod/mini";
import type { DeploymentCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { type CaptureSource, captureSourceTerms } from "../../domain/source/capture-source.ts";
import type { Term } from "../../index/list-index.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { keys } from "../../table/schema.ts";

/** A capture source's item, parsed into the record. */
export const CaptureSourceItem = z.pipe(
  z.object({
    id: z.int(),
    name: z.string(),
    location: z.string(),
    hardware: z.string(),
    siteId: z.optional(z.int()),
    timeZone: z.optional(z.string()),
    uncertainty: z.optional(z.int()),
    camtrap: z.optional(jsonText<DeploymentCells>()),
    import: z.optional(z.int()),
    ver: z.int(),
  }),
  z.transform(
    (item): CaptureSource => ({
      id: item.id,
      name: item.name,
      location: item.location,
      cameraHardware: item.hardware,
      siteId: item.siteId,
      timeZone: item.timeZone,
      coordinateUncertainty: item.uncertainty,
      camtrapDp: item.camtrap,
      importId: item.import,
      version: item.ver,
    }),
  ),
);

export function captureSourceItem(source: CaptureSource) {
  return {
    ...keys.captureSource(source.id),
    id: source.id,
    name: source.name,
    location: source.location,
    hardware: source.cameraHardware,
    siteId: source.siteId,
    timeZone: source.timeZone,
    uncertainty: source.coordinateUncertainty,
    camtrap: toJson(source.camtrapDp),
    import: source.importId,
    ver: source.version,
  };
}

/** The terms by which lists find a capture source. */
export function listedSourceTerms(source: CaptureSource): readonly Term[] {
  return [["*"], ...captureSourceTerms(source)];
}
