import { formatBytes } from "../../../client/format-bytes.ts";

const number = (n: number) => n.toLocaleString("en-GB");

/** Files that the service makes of what was found. */
export const exports = {
  open: "Export",
  title: "Export what was found",
  what: (total: number) =>
    `One file with ${total === 1 ? "the label" : `all ${number(total)} labels`}. It goes on when you close this.`,
  begin: "Make the file",
  format: "As",
  formats: {
    csv: "A table, for R, Python or a spreadsheet",
    "camtrap-dp": "Camtrap DP, for GBIF, camtrapdp and Wildlife Insights",
    dwca: "Darwin Core, animals only, for what cannot read Camtrap DP",
    coco: "COCO, to train a detector: boxes in single frames",
    ytvis: "YouTube-VIS, to train a tracker: boxes through clips",
  },
  undescribed: "It says who made the data, which nobody has described yet.",
  describe: "Describe the dataset",
  level: "A row for each",
  gap: "Seconds that end an event",
  gapHint: "Labels of one camera are one event until nothing is seen for so long.",
  levels: { media: "label", event: "event", both: "label, and each event" },
  allStreams: "Also streams of these cameras without a label",
  allStreamsHint: "For effort: as files that nobody has classified.",
  machine: "Labels of machines",
  machines: { reviewed: "Those on which somebody has voted", all: "All", none: "None" },
  fps: "Frames for each second of a clip (1 to 30)",
  stills: "With the pictures, cut from the videos",
  stillsHint:
    "At most 20,000, some 100 to 500 kB each. Many take hours. Without them, the file has their names and times.",
  split: "Separate files for training, validation and test",
  splitHint: "All videos of a camera go to one of them.",
  shares: { train: "Share of cameras for training", val: "For validation", test: "For test" },
  seed: "Seed: another number makes another split",
  names: "Names of people",
  namesHint: "Else each person has a pseudonym, the same in all exports.",
  columns: "Notes with a column of their own (optional)",
  columnsHint: "With commas: behaviour, sex. The table has all notes of a label in one column anyway.",
  exact: "Exact places, also of sensitive species",
  exactHint: "Else the places where such a species was ever seen are rounded or left out.",
  yours: "Your exports",
  progress: "How far it is",
  phases: {
    read: (done: number, total: number) => `${number(done)} of ${number(total)} labels read`,
    plan: () => "works out which pictures it needs",
    cut: (done: number, total: number) => `${number(done)} of ${number(total)} pictures cut`,
    pack: () => "makes the file",
  },
  download: (name: string, bytes: number) => `${name}, ${formatBytes(bytes)}`,
  counted: ({ rows, gone, withheld, left_out }: Record<"rows" | "gone" | "withheld" | "left_out", number>) =>
    [
      rows === 1 ? "1 label" : `${number(rows)} labels`,
      ...(left_out > 0 ? [`${number(left_out)} left out`] : []),
      ...(gone > 0 ? [`${number(gone)} deleted meanwhile`] : []),
      ...(withheld > 0 ? [`${number(withheld)} left out to protect a species`] : []),
    ].join(", "),
  warnings: {
    "box-size-unknown": "boxes without the size of their picture",
    "box-outside": "boxes outside of their picture",
    "stream-size-unknown": "streams left out without the size of their picture",
    "video-unreadable": "pictures left out, as their video cannot be read",
    "video-unreachable": "pictures left out, as their video is not where the service may read it",
    "still-past-the-end": "pictures left out, as the label is after the end of its video",
    "still-too-slow": "pictures left out, as they took too long",
    "still-withheld": "pictures left out to protect a species. Choose exact places to have them",
    "part-empty": "parts of the split without a picture",
    "media-type-guessed": "files of an unknown type, called video/mp4",
  },
  warned: (count: number, what: string, first: string) =>
    `${number(count)} ${what}: ${first}${count > 1 ? " …" : ""}`,
  remove: "Remove",
};
