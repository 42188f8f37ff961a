import { statSync } from "node:fs";
import { groupBytes, indexBytes, indexFirst } from "./camera-videos.ts";
import { judged } from "./cost.ts";
import { type Comparison, megabytes, ratio } from "./cut-costs.ts";

const budget = { coldWall: 1.5, warmWall: 1.1, bytes: 0.7, groups: 1.5, moreBytes: 2e6 };

/** Budgets of stills from the MP4 file whose index comes first. The engine must never show a wrong frame. */
export function mediaBudgets(
  comparisons: ReadonlyMap<string, readonly Comparison[]>,
  { indexFirstFile, minutes }: { readonly indexFirstFile: string; readonly minutes: number },
) {
  const [cold, warm] = comparisons.get(indexFirst.name) ?? [];
  if (cold === undefined || warm === undefined) return [];
  const minBytes =
    indexBytes(indexFirstFile) + budget.groups * groupBytes(statSync(indexFirstFile).size, minutes);
  const stills = { ...cold, ours: [...cold.ours, ...warm.ours], ffmpeg: [...cold.ffmpeg, ...warm.ffmpeg] };
  const ours = [...comparisons.values()].flat().flatMap((comparison) => comparison.ours);
  const rows: [string, number | "", number][] = [
    ["still of MP4, cold: wall time ÷ ffmpeg", ratio(cold, "wallMs"), budget.coldWall],
    ["still of MP4, warm: wall time ÷ ffmpeg", ratio(warm, "wallMs"), budget.warmWall],
    ["still of MP4: bytes sent ÷ ffmpeg", ratio(stills, "sentBytes"), budget.bytes],
    [
      "largest still of MP4: MB read (budget: index + 1.5 groups of pictures + 2 MB)",
      megabytes(Math.max(...stills.ours.map(({ readBytes }) => readBytes))),
      (minBytes + budget.moreBytes) / 1e6,
    ],
    ["cuts with a wrong frame, any video", ours.filter(({ isExact }) => !isExact).length, 0],
  ];
  return rows.map(([what, value, max]) => ({
    what,
    measured: value,
    ...judged(value === "" ? 0 : value, value === "" ? undefined : max),
  }));
}
