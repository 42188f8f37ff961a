import type { components } from "../../../client/paths.d.ts";
import { Field, type Fields } from "../../parts/form.tsx";
import { text } from "../../text/text.ts";

/** A camera as the form shows it: what is not set is empty. */
export type CameraForm = Readonly<Record<keyof typeof labels, string>>;

type Camera = Partial<components["schemas"]["CaptureSource"]>;

/** The names of the fields in the texts, in the form's order. */
const labels = {
  name: "name",
  location: "location",
  camera_hardware: "hardware",
  time_zone: "zone",
  coordinate_uncertainty: "uncertainty",
  site_id: "site",
} as const;

export const cameraFields = [
  "name",
  "location",
  "camera_hardware",
  "time_zone",
  "coordinate_uncertainty",
  "site_id",
] as const;

export function labelOf(field: keyof typeof labels): string {
  return text.value.more[labels[field]];
}

/** What the form shows of a camera. */
export function formOf(camera: Camera): CameraForm {
  const shown = (field: keyof typeof labels) => String(camera[field] ?? "");
  return {
    name: shown("name"),
    location: shown("location"),
    camera_hardware: shown("camera_hardware"),
    time_zone: shown("time_zone"),
    coordinate_uncertainty: shown("coordinate_uncertainty"),
    site_id: shown("site_id"),
  };
}

/** What somebody wrote into the form. Spaces around the comma of a place are common, and no part of it. */
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

/** A form as the service takes it: what is empty is not set. */
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

/** The fields in which two forms differ. */
export function differences(one: CameraForm, other: CameraForm): readonly (keyof CameraForm)[] {
  return cameraFields.filter((field) => one[field] !== other[field]);
}

/** What somebody changed in a form, over what somebody else changed meanwhile. */
export function mergedForm(base: CameraForm, mine: CameraForm, theirs: CameraForm): CameraForm {
  const changed = differences(base, mine).map((field) => [field, mine[field]]);
  return { ...theirs, ...Object.fromEntries(changed) };
}

export function CameraFields({ form, isNew }: { readonly form: CameraForm; readonly isNew: boolean }) {
  const { more } = text.value;
  return (
    <>
      <Field name="name" label={more.name} hint={more.nameHint} value={form.name} />
      <Field
        name="location"
        label={more.location}
        hint={isNew ? more.locationHint : more.moveHint}
        value={form.location}
      />
      <Field name="camera_hardware" label={more.optional(more.hardware)} value={form.camera_hardware} />
      <Field
        name="time_zone"
        label={more.optional(more.zone)}
        hint={more.zoneHint}
        value={form.time_zone}
        offers={Intl.supportedValuesOf("timeZone")}
      />
      <Field
        name="coordinate_uncertainty"
        type="number"
        label={more.optional(more.uncertainty)}
        hint={more.uncertaintyHint}
        value={form.coordinate_uncertainty}
      />
      <Field name="site_id" type="number" label={more.optional(more.site)} value={form.site_id} />
    </>
  );
}
