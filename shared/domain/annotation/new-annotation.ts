import * as z from "zod/mini";
import { observationCells } from "../dataset/camtrap-dp-fields.ts";
import { NewBox } from "../stream/box.ts";
import { MediaOffset } from "../time/media-offset.ts";
import { batchKey } from "../wire/batch-key.ts";
import { described } from "../wire/described.ts";
import { Id } from "../wire/id.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { text } from "../wire/text.ts";
import { wireForms } from "../wire/wire-form.ts";
import { Keypoints } from "./keypoint.ts";
import { newLabel, patchedLabel } from "./machine-label.ts";
import { Observation } from "./observation.ts";

const Timespan = z
  .strictObject({ start: MediaOffset, end: MediaOffset })
  .check(z.refine(({ start, end }) => start <= end, { error: "must not be before `start`.", path: ["end"] }));

const Observer = described(
  text(1, 320),
  "Name of the observer: a person, or a detector and its version. All users can read it, so do not use an e-mail address.",
  "Chi Nguyen",
);

const inIdentificationShape = {
  videostream_id: 2,
  keypoints: [
    { box: { x1: 120, y1: 80, x2: 400, y2: 300 }, time: "00:00:03" },
    { box: { x1: 160, y1: 90, x2: 440, y2: 310 }, time: "00:00:04.500" },
  ],
  identification: 2,
};

const inObservationShape = {
  videostreamId: 2,
  timespan: { start: "00:00:02.500", end: "00:00:09" },
  boundingBox: { x1: 120, y1: 80, x2: 400, y2: 300 },
  observer: "Chi Nguyen",
  observation: { species: "Lutra lutra", behaviour: "swimming" },
};

const NewInIdentificationShape = z
  .strictObject({
    videostream_id: Id,
    keypoints: Keypoints,
    identification: described(
      orNull(Id),
      "Id of the species that the author votes for. Without it, there is no vote. A machine's label has none.",
      2,
    ),
    ...newLabel,
    ...observationCells.made,
  })
  .check(z.meta({ id: "NewAnnotationInIdentificationShape", examples: [inIdentificationShape] }));
type NewInIdentificationShape = z.infer<typeof NewInIdentificationShape>;

const NewInObservationShape = z
  .strictObject({
    videostreamId: Id,
    timespan: Timespan,
    boundingBox: orNull(NewBox),
    observer: Observer,
    observation: Observation,
    ...newLabel,
    ...observationCells.made,
  })
  .check(z.meta({ id: "NewAnnotationInObservationShape", examples: [inObservationShape] }));
type NewInObservationShape = z.infer<typeof NewInObservationShape>;

const form =
  "an object with either `videostream_id` (identification shape) or `videostreamId` (observation shape)";

/**
 * A new annotation in either shape. The spelling of the stream's field tells the shape: `videostream_id` means
 * identification, `videostreamId` observation.
 */
export type NewAnnotation =
  | { readonly shape: "identification"; readonly fields: NewInIdentificationShape }
  | { readonly shape: "observation"; readonly fields: NewInObservationShape };

export const NewAnnotation = z.pipe(
  z.looseObject({}, { error: mustBe(form) }),
  z.transform((body, context): NewAnnotation => {
    const [one, other] = [Object.hasOwn(body, "videostream_id"), Object.hasOwn(body, "videostreamId")];
    if (one === other) {
      context.issues.push({ code: "custom", message: mustBe(form)({ input: body }), input: body });
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

/** The field that items of a batch may have in both shapes. */
export const BatchKey = z.looseObject(batchKey, { error: mustBe(form) });

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

/** A batch. Each item is parsed on its own, so that an invalid item does not make the others fail. */
export const BatchBody = z.array(BatchItem, { error: mustBe("a list of 1 to 500 annotations") }).check(
  z.minLength(1),
  z.maxLength(500),
  z.meta({
    examples: [
      [{ ...inObservationShape, idempotency_key: "waterhole-2026-03-01T06:30" }, inIdentificationShape],
    ],
  }),
);

/** Replaces each field that is given, in either shape. The stream of an annotation cannot change. */
export const AnnotationPatch = z
  .strictObject({
    keypoints: z.optional(z.nullable(Keypoints)),
    timespan: z.optional(Timespan),
    boundingBox: z.optional(z.nullable(NewBox)),
    observer: z.optional(Observer),
    observation: z.optional(z.nullable(Observation)),
    ...patchedLabel,
    ...observationCells.patched,
  })
  .check(
    z.meta({
      id: "AnnotationPatch",
      description:
        "Replaces each field that is given, in either shape. `null` removes `keypoints`, `boundingBox`, `observation`, `confidence`, `machine` and `camtrap_dp`. The video stream cannot change. `method` cannot become `human` while the label has `confidence` or `machine` (409): remove them in the same request. When you change the `observation` of an annotation that you made, your votes move to the species that the new text names.",
      examples: [{ observation: { species: "Lutra lutra", behaviour: "feeding" } }],
    }),
  );
export type AnnotationPatch = z.infer<typeof AnnotationPatch>;

/** Converts the issues of one schema to issues that another schema can report. */
function plainIssues(error: z.core.$ZodError | undefined): { path: PropertyKey[]; message: string }[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
      : [{ path: issue.path, message: issue.message }],
  );
}
