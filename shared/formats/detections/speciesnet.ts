import * as z from "zod/mini";
import type { Finding } from "../finding.ts";
import type { Detection, ReadEntry, Reading, ResultLabel } from "./detected.ts";
import { boxIn, inEntry, labelOf, Name, type Place, Score } from "./entry.ts";

import { alternativesOf, badBox, badDetection, failed } from "./megadetector.ts";

const Classes = z.object({ classes: z.array(z.string()), scores: z.array(Score) });
type Classes = z.infer<typeof Classes>;

const Entry = z.object({
  filepath: z.string().check(z.minLength(1)),
  failures: z.nullish(z.array(z.string())),
  detections: z.nullish(z.array(z.unknown())),
  classifications: z.nullish(Classes),
  prediction: z.nullish(z.string()),
  prediction_score: z.nullish(Score),
  model_version: z.nullish(Name),
});
type Entry = z.infer<typeof Entry>;

const Found = z.object({
  category: Name,
  label: z.string(),
  conf: Score,
  bbox: z.optional(z.unknown()),
  // Since `format_version` 20261015, each detection is classified.
  processed_classification: z.nullish(z.object({ class: z.string(), score: Score })),
  raw_classifications: z.nullish(Classes),
});

/** The category of a label for the whole picture. */
const wholePicture = "0";

/** Reads the entry of one picture. */
export function speciesnetEntry(place: Place, value: unknown, { header, minConfidence }: Reading): ReadEntry {
  const entry = z.safeParse(Entry, value);
  if (!entry.success) {
    const field = String(entry.error.issues[0]?.path[0] ?? "filepath");
    const message = `\`${field}\` is missing or invalid. Each entry must have a \`filepath\` and a list \`detections\`.`;
    return { detected: undefined, findings: [inEntry(place, field, undefined, "bad-row", "entry", message)] };
  }
  const { filepath, failures, detections, model_version } = entry.data;
  const findings: Finding[] = [];
  const hasFailed = failures != null && failures.length > 0;
  const whole = hasFailed || detections != null ? undefined : ofClassifier(entry.data);
  if (hasFailed) findings.push(failed(place, filepath, failures.join(", ")));
  else if (detections == null && whole === undefined) {
    findings.push(failed(place, filepath, "it has neither detections nor a prediction"));
  }
  const model = model_version == null ? "SpeciesNet" : `SpeciesNet ${model_version}`;
  const read = (detections ?? []).flatMap((each) => {
    const found = z.safeParse(Found, each);
    if (!found.success) return [badDetection(place, filepath, found.error.issues[0]?.path[0])];
    return found.data.conf < minConfidence ? [] : [detectionIn(place, entry.data, found.data)];
  });
  return {
    detected: {
      file: filepath.replaceAll("\\", "/"),
      frameRate: undefined,
      model,
      // SpeciesNet runs its own detector.
      boxModel: header.detector ?? model,
      machine: { detector: whole === undefined ? header.detector : undefined, classifier: model },
      detections: [
        ...read.flatMap((each) => ("code" in each ? [] : [each])),
        ...(whole === undefined || whole.confidence < minConfidence ? [] : [whole]),
      ],
    },
    findings: [...findings, ...read.flatMap((each) => ("code" in each ? [each] : []))],
  };
}

function detectionIn(place: Place, entry: Entry, found: z.infer<typeof Found>): Detection | Finding {
  const { category, conf, bbox, processed_classification, raw_classifications } = found;
  const isWhole = category === wholePicture;
  const box = isWhole ? undefined : boxIn(bbox);
  if (!isWhole && box === undefined) return badBox(place, bbox);
  const detected = labelOf(isWhole ? "unknown" : found.label);
  const classified =
    processed_classification == null
      ? ofPicture(entry, detected)
      : { label: labelOf(processed_classification.class), score: processed_classification.score };
  return {
    category,
    label: classified?.label ?? detected,
    score: isWhole ? undefined : conf,
    confidence: classified?.score ?? conf,
    isClassified: classified !== undefined,
    box,
    frame: 0,
    alternatives: othersThan(classified?.label, raw_classifications ?? entry.classifications),
  };
}

/**
 * The prediction for the whole picture, if it fits a detection. It may name an animal, but does not apply to people or
 * vehicles.
 */
function ofPicture({ prediction, prediction_score }: Entry, detected: ResultLabel) {
  if (prediction == null || prediction_score == null) return undefined;
  const label = labelOf(prediction);
  const { kind } = label.taxon;
  const fits = kind === "blank" || (kind === "animal" && detected.taxon.kind === "animal");
  return fits ? { label, score: prediction_score } : undefined;
}

/** The label of the whole picture if only the classifier has run: the prediction, or else the most likely class. */
function ofClassifier({ prediction, prediction_score, classifications }: Entry): Detection | undefined {
  const [first] = (classifications?.classes ?? [])
    .map((name, i) => ({ name, score: classifications?.scores[i] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const isPredicted = prediction != null && prediction_score != null;
  const chosen = isPredicted ? { name: prediction, score: prediction_score } : first;
  if (chosen === undefined) return undefined;
  const label = labelOf(chosen.name);
  return {
    ...{ category: wholePicture, label, score: undefined, confidence: chosen.score, isClassified: true },
    ...{ box: undefined, frame: 0, alternatives: othersThan(label, classifications) },
  };
}

function othersThan(chosen: ResultLabel | undefined, raw: Classes | null | undefined) {
  const all = (raw?.classes ?? []).map((each, i) => ({
    name: labelOf(each).text,
    score: raw?.scores[i] ?? 0,
  }));
  return alternativesOf(all.filter(({ name }) => name !== chosen?.text));
}
