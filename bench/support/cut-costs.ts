import type { Cut } from "./cut.ts";

/** A cut, the bytes and requests that the server counted, and whether the first frame is the requested one. */
export type MeasuredCut = Cut & {
  readonly sentBytes: number;
  readonly requests: number;
  readonly isExact: boolean;
};

/** Cuts of one kind at the same moments by both programs. `ffmpeg` is empty where ffmpeg is not installed. */
export type Comparison = {
  readonly name: string;
  readonly ours: MeasuredCut[];
  readonly ffmpeg: MeasuredCut[];
};

type Measure = "wallMs" | "cpuMs" | "readBytes" | "sentBytes" | "requests";

/** Returns two rows of a table with the medians. The first row also has their ratios to ffmpeg's medians. */
export function costRows(comparison: Comparison) {
  const { name, ours, ffmpeg } = comparison;
  return [
    {
      cut: name,
      by: "engine",
      ...medians(ours),
      "wall ÷": ratio(comparison, "wallMs"),
      "CPU ÷": ratio(comparison, "cpuMs"),
      "sent ÷": ratio(comparison, "sentBytes"),
    },
    ...(ffmpeg.length === 0
      ? []
      : [{ cut: name, by: "ffmpeg", ...medians(ffmpeg), "wall ÷": "", "CPU ÷": "", "sent ÷": "" }]),
  ];
}

/** Returns our median divided by ffmpeg's median, or nothing without ffmpeg. */
export function ratio({ ours, ffmpeg }: Comparison, measure: Measure): number | "" {
  const quotient = median(ours, measure) / median(ffmpeg, measure);
  return Number.isNaN(quotient) ? "" : Math.round(quotient * 100) / 100;
}

function medians(cuts: readonly MeasuredCut[]) {
  return {
    "wall ms": Math.round(median(cuts, "wallMs")),
    "CPU ms": Math.round(median(cuts, "cpuMs")),
    "MB read": megabytes(median(cuts, "readBytes")),
    "MB sent": megabytes(median(cuts, "sentBytes")),
    requests: median(cuts, "requests"),
    "exact frame": exactness(cuts),
  };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e4) / 100;
}

function exactness(cuts: readonly MeasuredCut[]): string {
  const exact = cuts.filter(({ isExact }) => isExact).length;
  if (exact === cuts.length) return "yes";
  const without = cuts.every(({ number }) => number === undefined);
  return without ? "no picture" : exact === 0 ? "no" : `${exact} of ${cuts.length}`;
}

function median(cuts: readonly MeasuredCut[], measure: Measure): number {
  const sorted = cuts.map((cut) => cut[measure]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
