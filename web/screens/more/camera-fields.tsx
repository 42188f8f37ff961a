import { Field } from "../../parts/form/form.tsx";
import { moreText } from "../../text/more.ts";
import type { CameraForm } from "./camera-form.ts";

/** The labels of the fields. */
const labels = {
  name: "name",
  location: "location",
  camera_hardware: "hardware",
  time_zone: "zone",
  coordinate_uncertainty: "uncertainty",
  site_id: "site",
} as const satisfies Record<keyof CameraForm, string>;

export function labelOf(field: keyof CameraForm): string {
  return moreText.value[labels[field]];
}

export function CameraFields({ form, isNew }: { readonly form: CameraForm; readonly isNew: boolean }) {
  const more = moreText.value;
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
