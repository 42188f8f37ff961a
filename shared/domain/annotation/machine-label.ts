import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { conflicting, invalid } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { text } from "../wire/text.ts";

/** The maker of a label: a person, or a program such as a detector. */
export const Method = described(
  z.enum(["human", "machine"], { error: mustBe("`human` or `machine`") }),
  "Maker of the label: `human` or `machine`. Default: `machine` for callers with a site key, `human` for users. A machine's label does not count as a vote by its author.",
  "machine",
);
export type Method = z.infer<typeof Method>;

/** DynamoDB refuses positive numbers below 1e-130 (Supported data types, Number). Scores below it become 0. */
const minStored = 1e-130;

const score = z.number({ error: mustBe("a number from 0 to 1") }).check(
  z.gte(0),
  z.lte(1),
  z.overwrite((value) => (value < minStored ? 0 : value)),
);

const confidence = described(
  score,
  "The machine's certainty about the label, from 0 to 1. Only a machine's label may have it.",
  0.93,
);

const program = described(text(1, 200), "Name and version of the program.", "MegaDetector 6");

/** The programs that made a machine's label, and their scores. */
export const MachineDetails = z
  .strictObject({
    detector: z.optional(program),
    detection: described(z.optional(score), "The detector's certainty about the box, from 0 to 1.", 0.98),
    classifier: z.optional(program),
    alternatives: z.optional(
      described(
        z.array(z.strictObject({ name: text(1, 256), score })).check(z.maxLength(5)),
        "At most five other names that the classifier considered, each with its score.",
        [{ name: "Canis lupus", score: 0.05 }],
      ),
    ),
  })
  .check(
    z.meta({
      id: "MachineDetails",
      description:
        "The programs that made a machine's label, and their scores. Only a machine's label may have them.",
      examples: [{ detector: "MegaDetector 6", detection: 0.98, classifier: "SpeciesNet 4" }],
    }),
  );
export type MachineDetails = z.infer<typeof MachineDetails>;

/** Fields of a new annotation that describe its label's maker. */
export const newLabel = {
  method: orNull(Method),
  confidence: orNull(confidence),
  machine: orNull(MachineDetails),
};

export type NewLabel = {
  readonly method?: Method | undefined;
  readonly confidence?: number | undefined;
  readonly machine?: MachineDetails | undefined;
};

/** Fields of a patch that describe the label's maker: `null` removes `confidence` and `machine`. */
export const patchedLabel = {
  method: z.optional(Method),
  confidence: z.optional(z.nullable(confidence)),
  machine: z.optional(z.nullable(MachineDetails)),
};

/** Fields of a response that describe the label's maker. */
export const shownLabel = {
  method: Method,
  confidence: z.nullable(confidence),
  machine: z.nullable(MachineDetails),
};

/** An annotation's label, as stored. */
export type Label = {
  readonly method: Method;
  readonly confidence: number | undefined;
  readonly machine: MachineDetails | undefined;
};

const ofMachines = ["confidence", "machine"] as const;

/** @throws Fault `invalid-request` for a person's label with `confidence` or `machine` */
export function checkLabel(label: Label): void {
  const [field] = strangeFields(label);
  if (field !== undefined) throw invalid(`/${field}`, leftOut(field));
}

/**
 * Checks the label after a patch. The error names a field of the patch.
 * @throws Fault `conflict` for a person's label with `confidence` or `machine`
 */
export function checkPatchedLabel(label: Label, patch: Patched): void {
  const strange = strangeFields(label);
  const sent = strange.find((field) => patch[field] != null);
  if (sent !== undefined) throw conflicting(`/${sent}`, leftOut(sent));
  if (strange.length === 0) return;
  const [names, nulls] = [strange.map((field) => `\`${field}\``), strange.map((field) => `"${field}": null`)];
  const detail = `\`method\` cannot be \`human\` while the label has ${names.join(" and ")}. Send \`${nulls.join(", ")}\` in the same request.`;
  throw conflicting("/method", detail);
}

type Patched = {
  readonly confidence?: number | null | undefined;
  readonly machine?: object | null | undefined;
};

/** Returns the fields of a person's label that only a machine's label may have. */
function strangeFields(label: Label) {
  return ofMachines.filter((field) => label.method === "human" && label[field] !== undefined);
}

function leftOut(field: string): string {
  return `\`${field}\` must be left out of a person's label. For a machine's label, send \`"method": "machine"\`.`;
}
