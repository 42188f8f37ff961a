import { Field } from "../../parts/form/form.tsx";
import { moreText } from "../../text/more.ts";
import type { CameraForm } from "./camera-form.ts";

export function CameraFields({ form, isNew }: { readonly form: CameraForm; readonly isNew: boolean }) {
  const more = moreText.value;
  const { camera } = more;
  return (
    <>
      <Field name="name" label={camera.name} hint={more.nameHint} value={form.name} />
      <Field
        name="location"
        label={camera.location}
        hint={isNew ? more.locationHint : more.moveHint}
        value={form.location}
      />
      <Field
        name="camera_hardware"
        label={more.optional(camera.camera_hardware)}
        value={form.camera_hardware}
      />
      <Field
        name="time_zone"
        label={more.optional(camera.time_zone)}
        hint={more.zoneHint}
        value={form.time_zone}
        offers={Intl.supportedValuesOf("timeZone")}
      />
      <Field
        name="coordinate_uncertainty"
        type="number"
        label={more.optional(camera.coordinate_uncertainty)}
        hint={more.uncertaintyHint}
        value={form.coordinate_uncertainty}
      />
      <Field name="site_id" type="number" label={more.optional(camera.site_id)} value={form.site_id} />
    </>
  );
}
