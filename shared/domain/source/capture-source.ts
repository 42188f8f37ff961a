import * as z from "zod/mini";
import { type DeploymentCells, deploymentCells } from "../dataset/camtrap-dp-fields.ts";
import type { ImportId } from "../job/import-id.ts";
import type { Made } from "../person/actor.ts";
import { Location, locationValue } from "../place/location.ts";
import { TimeZone } from "../time/time-zone.ts";
import { conflicting, type Fault } from "../wire/fault.ts";
import { orNull, patched } from "../wire/or-null.ts";
import { cameraHardware, coordinateUncertainty, name, siteId } from "./fields.ts";

/** A camera that records video streams, as stored. */
export type CaptureSource = {
  readonly id: number;
  readonly name: string;
  readonly location: string;
  readonly cameraHardware: string;
  readonly siteId: number | undefined;
  /** Time zone of the camera's clock (see time-zone.ts). `undefined` is UTC. */
  readonly timeZone: string | undefined;
  /** Maximum distance of the true place from `location`, in metres. */
  readonly coordinateUncertainty: number | undefined;
  readonly camtrapDp?: DeploymentCells | undefined;
  /** `undefined` if the record was made by version 0.2.0. */
  readonly made?: Made | undefined;
  readonly importId?: ImportId;
  readonly version: number;
};

export const NewCaptureSource = z
  .strictObject({
    name,
    location: Location,
    camera_hardware: cameraHardware,
    site_id: orNull(siteId),
    time_zone: orNull(TimeZone),
    coordinate_uncertainty: orNull(coordinateUncertainty),
    ...deploymentCells.made,
  })
  .check(
    z.meta({
      id: "NewCaptureSource",
      examples: [
        { name: "Waterhole east", location: "-19.01,23.57", camera_hardware: "Pi Camera 3", site_id: 7 },
      ],
    }),
  );
export type NewCaptureSource = z.infer<typeof NewCaptureSource>;

/** Fields that are left out keep their value. */
export const CaptureSourcePatch = z
  .strictObject({
    name: z.optional(name),
    location: z.optional(Location),
    camera_hardware: z.optional(cameraHardware),
    site_id: z.optional(z.nullable(siteId)),
    time_zone: z.optional(z.nullable(TimeZone)),
    coordinate_uncertainty: z.optional(z.nullable(coordinateUncertainty)),
    ...deploymentCells.patched,
  })
  .check(
    z.meta({
      id: "CaptureSourcePatch",
      description:
        "Fields that are left out keep their value. `null` removes a field that a capture source may lack.",
      examples: [{ location: "-19.02,23.58", camera_hardware: "Pi Camera 3, infrared" }],
    }),
  );
export type CaptureSourcePatch = z.infer<typeof CaptureSourcePatch>;

export function patchCaptureSource(source: CaptureSource, patch: CaptureSourcePatch): CaptureSource {
  return {
    ...source,
    name: patch.name ?? source.name,
    location: patch.location ?? source.location,
    cameraHardware: patch.camera_hardware ?? source.cameraHardware,
    siteId: patched(source.siteId, patch.site_id),
    timeZone: patched(source.timeZone, patch.time_zone),
    coordinateUncertainty: patched(source.coordinateUncertainty, patch.coordinate_uncertainty),
    camtrapDp: patched(source.camtrapDp, patch.camtrap_dp),
  };
}

/** The terms by which lists find a source: its name, and its place by value. */
export function captureSourceTerms({
  name,
  location,
}: {
  readonly name?: string | undefined;
  readonly location?: string | undefined;
}): (readonly ["name" | "loc", string])[] {
  return [
    ...(name === undefined ? [] : [["name", name] as const]),
    ...(location === undefined ? [] : [["loc", locationValue(location)] as const]),
  ];
}

export function siteIdTaken(siteId: number | null | undefined): Fault {
  const detail = `\`site_id\` must be unique: another capture source has ${siteId}.`;
  return conflicting("/site_id", detail);
}
