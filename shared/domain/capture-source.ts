import * as z from "zod/mini";
import { Fault } from "./fault.ts";
import { Id } from "./id.ts";
import { Location, locationValue } from "./location.ts";
import { text } from "./text.ts";

/** A camera that produces video streams, as stored. */
export type CaptureSource = {
  readonly id: number;
  readonly name: string;
  readonly location: string;
  readonly cameraHardware: string;
  readonly siteId: number | undefined;
  readonly version: number;
};

const name = text(1, 256).check(z.meta({ examples: ["Waterhole east"] }));
const cameraHardware = text(0, 1024).check(z.meta({ examples: ["Pi Camera 3"] }));
const siteId = z
  .int()
  .check(z.meta({ description: "The site's number elsewhere; of one source only.", examples: [7] }));

export const NewCaptureSource = z
  .strictObject({
    name,
    location: Location,
    camera_hardware: cameraHardware,
    site_id: z.optional(siteId),
  })
  .check(z.meta({ id: "NewCaptureSource" }));
export type NewCaptureSource = z.infer<typeof NewCaptureSource>;

/** Only the included fields change; `site_id: null` removes it. */
export const CaptureSourcePatch = z
  .strictObject({
    name: z.optional(name),
    location: z.optional(Location),
    camera_hardware: z.optional(cameraHardware),
    site_id: z.optional(z.nullable(siteId)),
  })
  .check(z.meta({ id: "CaptureSourcePatch" }));
export type CaptureSourcePatch = z.infer<typeof CaptureSourcePatch>;

export const CaptureSourceView = z
  .strictObject({
    id: Id,
    name,
    location: Location,
    camera_hardware: cameraHardware,
    site_id: z.optional(siteId),
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
  };
}

export function patchCaptureSource(source: CaptureSource, patch: CaptureSourcePatch): CaptureSource {
  return {
    ...source,
    name: patch.name ?? source.name,
    location: patch.location ?? source.location,
    cameraHardware: patch.camera_hardware ?? source.cameraHardware,
    siteId: patch.site_id === undefined ? source.siteId : (patch.site_id ?? undefined),
  };
}

/** What lists find a source by: its name and its place by value. */
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

export function unknownCaptureSource(id: number): Fault {
  return new Fault("not-found", `There is no capture source ${id}.`);
}

export function siteIdTaken(siteId: number | null | undefined): Fault {
  const detail = `Another capture source has the site_id ${siteId}.`;
  return new Fault("conflict", detail, { errors: [{ pointer: "/body/site_id", detail }] });
}
