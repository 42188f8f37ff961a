import * as z from "zod/mini";
import type { DeploymentCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { type CaptureSource, captureSourceTerms } from "../../domain/source/capture-source.ts";
import type { Term } from "../../index/list-index.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";
import { MadeItem, madeIn, madeItem } from "../history/actor-item.ts";

/** A capture source's item, parsed into the record. */
export const CaptureSourceItem = z.pipe(
  z.object({
    id: z.int(),
    name: z.string(),
    location: z.string(),
    hardware: z.string(),
    siteId: maybe(z.int()),
    timeZone: maybe(z.string()),
    uncertainty: maybe(z.int()),
    camtrap: maybe(jsonText<DeploymentCells>()),
    import: maybe(z.int()),
    ...MadeItem,
    ver: z.int(),
  }),
  z.transform(
    ({ hardware, uncertainty, camtrap, import: importId, made, by, ver, ...item }): CaptureSource => ({
      ...item,
      ...madeIn(made, by),
      cameraHardware: hardware,
      coordinateUncertainty: uncertainty,
      camtrapDp: camtrap,
      importId,
      version: ver,
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
    ...madeItem(source.made),
    ver: source.version,
  };
}

/** The terms by which lists find a capture source. */
export function listedSourceTerms(source: CaptureSource): readonly Term[] {
  return [["*"], ...captureSourceTerms(source)];
}
