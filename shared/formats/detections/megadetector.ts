import * as z from "zod/mini";
import type { Finding } from "../finding.ts";
import type { Detection, ReadEntry, Reading } from "./detected.ts";
import { boxIn, inEntry, labelOf, Name, type Place, Score } from "./entry.ts";
import type { Header } from "./header.ts";

const Entry = z.object({
  file: z.string().check(z.minLength(1)),
  frame_rate: z.nullish(z.number()),
  failure: z.nullish(z.string()),
  detections: z.nullish(z.array(z.unknown())),
});

const frame = z.nullish(z.int().check(z.nonnegative()));

const Found = z.object({
  category: Name,
  conf: Score,
  bbox: z.optional(z.unknown()),
  // Some programs call it `frame`.
  frame_number: frame,
  frame,
  classifications: z.nullish(z.array(z.tuple([Name, Score]))),
});

/** Reads the entry of one picture or video. */
export function megadetectorEntry(
  place: Place,
  value: unknown,
  { header, minConfidence }: Reading,
): ReadEntry {
  const entry = z.safeParse(Entry, value);
  if (!entry.success) {
    const field = String(entry.error.issues[0]?.path[0] ?? "file");
    const message = `\`${field}\` is missing or invalid. Each entry must have a \`file\` and a list \`detections\`.`;
    return { detected: undefined, findings: [inEntry(place, field, undefined, "bad-row", "entry", message)] };
  }
  const { file, frame_rate, failure, detections } = entry.data;
  const findings: Finding[] = [];
  if (failure != null) findings.push(failed(place, file, failure));
  else if (detections == null) findings.push(failed(place, file, "it has no list of detections"));
  const read = (detections ?? []).flatMap((each) => {
    const found = z.safeParse(Found, each);
    if (!found.success) return [badDetection(place, file, found.error.issues[0]?.path[0])];
    return found.data.conf < minConfidence ? [] : [detectionIn(place, found.data, header)];
  });
  return {
    detected: {
      file: file.replaceAll("\\", "/"),
      frameRate: frame_rate != null && frame_rate > 0 ? frame_rate : undefined,
      model: header.classifier ?? header.detector ?? "MegaDetector",
      boxModel: header.detector ?? "MegaDetector",
      machine: { detector: header.detector, classifier: header.classifier },
      detections: read.flatMap((each) => ("code" in each ? [] : [each])),
    },
    findings: [...findings, ...read.flatMap((each) => ("code" in each ? [each] : []))],
  };
}

export function failed(place: Place, file: string, reason: string): Finding {
  return inEntry(
    place,
    "file",
    file,
    "warning",
    "failed",
    `The program could not read this file: ${reason}.`,
  );
}

function detectionIn(place: Place, found: z.infer<typeof Found>, header: Header): Detection | Finding {
  const { category, conf, bbox, frame_number, frame, classifications } = found;
  const named = header.categories.get(category);
  if (named === undefined) {
    const message = `Category ${category} is not in \`detection_categories\`. The detection is left out.`;
    return inEntry(place, "category", category, "warning", "category", message);
  }
  const box = boxIn(bbox);
  if (box === undefined) return badBox(place, bbox);
  const [first, ...others] = (classifications ?? []).map(([id, score]) => {
    const text = header.classes.get(id) ?? id;
    return { label: labelOf(text, header.taxa.get(id)), score };
  });
  return {
    category,
    label: first?.label ?? labelOf(named),
    score: conf,
    confidence: first?.score ?? conf,
    isClassified: first !== undefined,
    box,
    frame: frame_number ?? frame ?? 0,
    alternatives: alternativesOf(others.map(({ label, score }) => ({ name: label.text, score }))),
  };
}

/** At most five alternatives, the maximum of a record. */
export function alternativesOf(
  others: readonly { readonly name: string; readonly score: number }[],
): Detection["alternatives"] {
  const kept = others
    .slice(0, 5)
    .flatMap(({ name, score }) =>
      name.trim() === "" ? [] : [{ name: name.slice(0, 256).toWellFormed(), score }],
    );
  return kept.length === 0 ? undefined : kept;
}

export function badDetection(place: Place, file: string, field: PropertyKey = "detections"): Finding {
  const column = String(field);
  const message =
    column === "conf"
      ? "`conf` must be a number from 0 to 1."
      : `\`${column}\` of a detection is missing or invalid.`;
  return inEntry(place, column, file, "bad-row", "detection", message);
}

export function badBox(place: Place, bbox: unknown): Finding {
  const message =
    "`bbox` must be x, y, width and height of a box in the picture, as shares of its width and height from 0 to 1.";
  return inEntry(place, "bbox", bbox, "bad-row", "box", message);
}
