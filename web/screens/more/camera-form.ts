import type { components } from "../../../client/paths.d.ts";
import type { Fields } from "../../parts/form/fields.ts";

/** The fields of a camera, in the form's order. */
const cameraFields = [
  "name",
  "location",
  "camera_hardware",
  "time_zone",
  "coordinate_uncertainty",
  "site_id",
] as const;

type CameraField = (typeof cameraFields)[number];

/** The values of the form for a camera. Missing values are empty. */
export type CameraForm = Readonly<Record<CameraField, string>>;

type Camera = Partial<components["schemas"]["CaptureSource"]>;

/** Returns the values of the form for a camera. */
export function formOf(camera: Camera): CameraForm {
  const shown = (field: CameraField) => String(camera[field] ?? "");
  return {
    name: shown("name"),
    location: shown("location"),
    camera_hardware: shown("camera_hardware"),
    time_zone: shown("time_zone"),
    coordinate_uncertainty: shown("coordinate_uncertainty"),
    site_id: shown("site_id"),
  };
}

/** Reads the values of the form. Spaces after the comma of a place are common, and are removed. */
export function readForm(fields: Fields): CameraForm {
  return {
    name: fields("name"),
    location: fields("location").replace(/\s*,\s*/, ","),
    camera_hardware: fields("camera_hardware"),
    time_zone: fields("time_zone"),
    coordinate_uncertainty: fields("coordinate_uncertainty"),
    site_id: fields("site_id"),
  };
}

/** Returns the body of a request. Empty optional values are `null`. */
export function bodyOf(form: CameraForm) {
  const orNull = (value: string) => (value === "" ? null : value);
  const number = (value: string) => (value === "" ? null : Number(value));
  return {
    name: form.name,
    location: form.location,
    camera_hardware: form.camera_hardware,
    time_zone: orNull(form.time_zone),
    coordinate_uncertainty: number(form.coordinate_uncertainty),
    site_id: number(form.site_id),
  };
}

/** Returns the fields in which two forms differ. */
export function differences(one: CameraForm, other: CameraForm): readonly (keyof CameraForm)[] {
  return cameraFields.filter((field) => one[field] !== other[field]);
}

/** Merges a person's changes into the values that somebody else has changed in the meantime. */
export function mergedForm(base: CameraForm, mine: CameraForm, theirs: CameraForm): CameraForm {
  const changed = differences(base, mine).map((field) => [field, mine[field]]);
  return { ...theirs, ...Object.fromEntries(changed) };
}
