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
  return formWith((field) => String(camera[field] ?? ""));
}

/** Reads the values of the form. Spaces after the comma of a place are common, and are removed. */
export function readForm(fields: Fields): CameraForm {
  return { ...formWith(fields), location: fields("location").replace(/\s*,\s*/, ",") };
}

function formWith(valueIn: (field: CameraField) => string): CameraForm {
  return {
    name: valueIn("name"),
    location: valueIn("location"),
    camera_hardware: valueIn("camera_hardware"),
    time_zone: valueIn("time_zone"),
    coordinate_uncertainty: valueIn("coordinate_uncertainty"),
    site_id: valueIn("site_id"),
  };
}

/** Returns the body of a request. Empty optional values are `null`. */
export function bodyOf(form: CameraForm) {
  const orNull = (value: string) => (value === "" ? null : value);
  const number = (value: string) => (value === "" ? null : Number(value));
  return {
    ...form,
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
