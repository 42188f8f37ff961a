import * as z from "zod/mini";
import { Box } from "./box.ts";
import { Id } from "./id.ts";
import { Keypoints } from "./keypoint.ts";
import { MediaOffset } from "./media-offset.ts";
import { Observation } from "./observation.ts";
import { text } from "./text.ts";
import { wireForms } from "./wire-form.ts";

const Timespan = z
  .strictObject({ start: MediaOffset, end: MediaOffset })
  .check(z.refine(({ start, end }) => start <= end, { error: "Must not be before start", path: ["end"] }));

const Observer = text(1, 320).check(z.meta({ examples: ["chi@example.org"] }));

const NewInIdentificationShape = z
  .strictObject({ videostream_id: Id, keypoints: Keypoints, identification: z.optional(Id) })
  .check(z.meta({ id: "NewAnnotationInIdentificationShape" }));
type NewInIdentificationShape = z.infer<typeof NewInIdentificationShape>;

const NewInObservationShape = z
  .strictObject({
    videostreamId: Id,
    timespan: Timespan,
    boundingBox: z.optional(Box),
    observer: Observer,
    observation: Observation,
  })
  .check(z.meta({ id: "NewAnnotationInObservationShape" }));
type NewInObservationShape = z.infer<typeof NewInObservationShape>;

/** A new annotation in either shape: the name of its stream's field tells which. */
export type NewAnnotation =
  | { readonly shape: "identification"; readonly fields: NewInIdentificationShape }
  | { readonly shape: "observation"; readonly fields: NewInObservationShape };

export const NewAnnotation = z.pipe(
  z.looseObject({}),
  z.transform((body, context): NewAnnotation => {
    const [one, other] = [Object.hasOwn(body, "videostream_id"), Object.hasOwn(body, "videostreamId")];
    if (one === other) {
      const message =
        "Must have either videostream_id (identification shape) or videostreamId (observation shape)";
      context.issues.push({ code: "custom", message, input: body });
      return z.NEVER;
    }
    const identification = one ? z.safeParse(NewInIdentificationShape, body) : undefined;
    if (identification?.success) return { shape: "identification", fields: identification.data };
    const observation = other ? z.safeParse(NewInObservationShape, body) : undefined;
    if (observation?.success) return { shape: "observation", fields: observation.data };
    for (const { path, message } of plainIssues(identification?.error ?? observation?.error)) {
      context.issues.push({ code: "custom", path: [...path], message, input: body });
    }
    return z.NEVER;
  }),
);
wireForms.set(NewAnnotation, z.union([NewInIdentificationShape, NewInObservationShape]));

/** An item's own idempotency key, beside the annotation. */
const batchKey = {
  idempotency_key: z.optional(
    z
      .string()
      .check(
        z.regex(/^[\x20-\x7e]{1,255}$/, { error: "Must be 1 to 255 characters of visible ASCII" }),
        z.meta({ examples: ["waterhole-2026-03-01T06:30"] }),
      ),
  ),
};
export const BatchKey = z.looseObject(batchKey);

const BatchItem = z.unknown();
wireForms.set(
  BatchItem,
  z.union([
    z
      .strictObject({ ...NewInIdentificationShape.shape, ...batchKey })
      .check(z.meta({ id: "BatchItemInIdentificationShape" })),
    z
      .strictObject({ ...NewInObservationShape.shape, ...batchKey })
      .check(z.meta({ id: "BatchItemInObservationShape" })),
  ]),
);

/** A batch: each item is read on its own, so that a bad one fails alone. */
export const BatchBody = z.array(BatchItem).check(z.minLength(1), z.maxLength(500));

/** Each field that is given is replaced whole, in either shape; an annotation never changes its stream. */
export const AnnotationPatch = z
  .strictObject({
    keypoints: z.optional(Keypoints),
    timespan: z.optional(Timespan),
    boundingBox: z.optional(Box),
    observer: z.optional(Observer),
    observation: z.optional(Observation),
  })
  .check(z.meta({ id: "AnnotationPatch" }));
export type AnnotationPatch = z.infer<typeof AnnotationPatch>;

/** The faults of a schema inside this one, in the form in which another can be given them. */
function plainIssues(error: z.core.$ZodError | undefined): { path: PropertyKey[]; message: string }[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: "Not known here" }))
      : [{ path: issue.path, message: issue.message }],
  );
}
