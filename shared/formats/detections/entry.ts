import * as z from "zod/mini";
import { type Finding, type FindingLevel, valueText } from "../finding.ts";
import type { RelativeBox, ResultLabel } from "./detected.ts";
import { taxonOf } from "./taxon.ts";

/** The place of an entry in a file, for findings. */
export type Place = { readonly file: string; readonly place: number };

export function inEntry(
  { file, place }: Place,
  column: string,
  value: unknown,
  level: FindingLevel,
  code: string,
  message: string,
): Finding {
  return { file, row: place, column, value: valueText(value), level, code, message };
}

const score = z.number().check(z.gte(0), z.lte(1.000_001));

/** A score, rounded to the decimals that are stored. Some programs write scores slightly above 1. */
export const Score = z.pipe(
  score,
  z.transform((value) => Math.min(1, Math.round(value * 1e6) / 1e6)),
);

/** A text. Some programs write a number instead. */
export const Name = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** Maximum share of the picture by which a box may reach beyond it, due to rounding. */
const roundingError = 0.01;
const share = z.number().check(z.gte(-roundingError), z.lte(1 + roundingError));
const Shares = z.tuple([share, share, share, share]);

/** Parses a box, and cuts it at the edges of the picture. `undefined` if it is not in the picture or has no size. */
export function boxIn(value: unknown): RelativeBox | undefined {
  const shares = z.safeParse(Shares, value);
  if (!shares.success) return undefined;
  const [x, y, width, height] = shares.data;
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(1, x + width), Math.min(1, y + height)];
  if (width <= 0 || height <= 0 || right <= left || bottom <= top) return undefined;
  if (x + width > 1 + roundingError || y + height > 1 + roundingError) return undefined;
  return [left, top, right - left, bottom - top];
}

/** The label that a text means. @param taxa the label in seven parts, if the file has it */
export function labelOf(text: string, taxa = text): ResultLabel {
  const taxon = taxonOf(taxa) ?? taxonOf(text) ?? { kind: "animal", name: text };
  // Seven parts with an id are hard to read.
  const shown = text.includes(";") ? (taxon.name ?? taxon.kind) : text;
  const names = [shown, taxon.name, taxon.commonName, text, taxa].filter((name) => name !== undefined);
  return { text: shown, names: [...new Set(names)], taxon };
}
