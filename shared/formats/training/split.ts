import { createHash } from "node:crypto";
import { type Split, type SplitPart, splitParts } from "../../domain/job/split.ts";

/**
 * The part of a split for a capture source and all its videos. It depends only on the source, the seed and the shares,
 * so a later export chooses the same part.
 */
export function partOf(source: number, { seed, ...shares }: Split): SplitPart {
  const hash = createHash("sha256").update(`${seed}:${source}`).digest();
  const all = splitParts.reduce((sum, part) => sum + shares[part], 0);
  let place = (hash.readUIntBE(0, 6) / 2 ** 48) * all;
  const having = splitParts.filter((part) => shares[part] > 0);
  for (const part of having) {
    if (place < shares[part]) return part;
    place -= shares[part];
  }
  return having.at(-1) ?? "train";
}
