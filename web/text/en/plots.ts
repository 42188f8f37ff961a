const number = (n: number) => n.toLocaleString("en-GB", { maximumFractionDigits: 1 });
const labels = (n: number) => (n === 1 ? "1 label" : `${number(n)} labels`);
const hours = (n: number) => `${number(n)} h`;
/** Formats `14 s`, `5 min` or `96 h`, so that short clips do not show as 0 h, and a dash for an unknown time. */
const recorded = (seconds: number | undefined) => {
  if (seconds === undefined) return "–";
  if (seconds < 60) return `${number(Math.round(seconds))} s`;
  return seconds < 3600 ? `${number(Math.round(seconds / 60))} min` : hours(seconds / 3600);
};

export const plots = {
  title: "Plots",
  what: "the numbers of labels",
  number,
  recorded,
  toFind: "Show these labels in Find.",
  howCounted: "The plots count the labels that people and machines made, not animals or visits.",
  recordedOutside: (h: string) =>
    `Another ${h} of video were recorded before the first or after the last of these labels.`,
  recordedWider: "The filters by place and by hour of the day do not apply to the recorded hours.",
  none: "No labels here.",
  table: "Table",
  saveCsv: "Save CSV",
  saveSvg: "Save SVG",
  overTime: "Over time",
  overTimeNote:
    "A label belongs to the day on which it begins, by the camera's clock. The bars below the axis show the recorded hours of video.",
  per: "By",
  day: "Day",
  month: "Month",
  bar: (when: string, count: number, seconds: number) =>
    `${when}: ${labels(count)}, ${recorded(seconds)} recorded`,
  labels: "Labels",
  recordedHours: "Recorded hours",
  byHour: "By hour of day",
  byHourNote: (seconds: number | undefined) => {
    const all = seconds === undefined ? "" : `All cameras together recorded ${recorded(seconds)} of video. `;
    return `A label belongs to the hour in which it begins, by the camera's clock. ${all}A camera that records only at certain hours has labels only at these hours.`;
  },
  hour: "Hour",
  hourOf: (hour: number) => `${String(hour).padStart(2, "0")}–${String(hour + 1).padStart(2, "0")} h`,
  hourBar: (hour: number, count: number) =>
    `${String(hour).padStart(2, "0")}:00 to ${String(hour + 1).padStart(2, "0")}:00: ${labels(count)}`,
  heat: "Species at cameras",
  heatNote:
    "Only labels with a vote for a species are counted. A label with votes for two species counts for both. The last row shows the recorded time of each camera.",
  heatMore: (n: number) => `${number(n)} more species or cameras are in the table and in the CSV file.`,
  species: "Species",
  recordedRow: "Recorded",
  cell: (species: string, camera: string, count: number) => `${species} at ${camera}: ${labels(count)}`,
  speciesNumber: (id: number) => `Species ${id}`,
  review: "Review",
  reviewNote: (settled: number, total: number) =>
    `${number(settled)} of ${labels(total)} are decided: either several people agree, or most say that nothing is there.`,
  state: "State",
  share: "Share",
  percent: (share: number) => share.toLocaleString("en-GB", { style: "percent", maximumFractionDigits: 0 }),
  states: {
    unreviewed: "By a machine, no vote",
    one: "One person",
    agreed: "Several agree",
    disputed: "People disagree",
    rejected: "Nothing there",
  },
  countAndShare: (count: number, share: string) => `${number(count)} · ${share}`,
};
