import type { components } from "../../client/paths.d.ts";
import { type splitCommand, wrong } from "../command-line.ts";

/** Options of `wildlife import` for results of detectors. */
export const detectionFlags = {
  strip: { type: "string" },
  base: { type: "string" },
  capturesource: { type: "string", multiple: true },
  "min-confidence": { type: "string" },
  "all-frames": { type: "boolean" },
  label: { type: "string", multiple: true },
  "create-species": { type: "boolean" },
} as const;

type Flags = ReturnType<typeof splitCommand<typeof detectionFlags>>["values"];

export type DetectionOptions = Pick<
  components["schemas"]["ImportOptions"],
  "match" | "capturesources" | "min_confidence" | "frames" | "labels" | "create_species"
>;

/**
 * The options of an import, from flags of the command.
 * @throws Stop with a sentence that says what would be right
 */
export function detectionOptions(flags: Flags): DetectionOptions {
  const { strip, base, capturesource, "min-confidence": least, label } = flags;
  const confidence = Number(least);
  if (least !== undefined && !(least.trim() !== "" && confidence >= 0 && confidence <= 1)) {
    throw wrong("--min-confidence must be a number from 0 to 1, such as 0.2.");
  }
  return {
    ...(strip === undefined && base === undefined
      ? {}
      : { match: { ...(strip === undefined ? {} : { strip }), ...(base === undefined ? {} : { base }) } }),
    ...(capturesource === undefined ? {} : { capturesources: capturesource.map(idOf) }),
    ...(least === undefined ? {} : { min_confidence: confidence }),
    ...(flags["all-frames"] ? { frames: "all" } : {}),
    ...(label === undefined ? {} : { labels: Object.fromEntries(label.map(labelOf)) }),
    ...(flags["create-species"] ? { create_species: true } : {}),
  };
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw wrong("--capturesource must be the number of a capture source.");
  return Number(text);
}

function labelOf(text: string): [string, number | null] {
  const [, label, species = ""] = /^(.+)=([1-9]\d{0,14}|none)$/.exec(text) ?? [];
  if (label === undefined) {
    throw wrong(
      "--label must be a label and the number of a species, such as fox=12, or cat=none to leave it out.",
    );
  }
  return [label, species === "none" ? null : Number(species)];
}
