import { formatBytes } from "../../../client/format-bytes.ts";

const number = (n: number) => n.toLocaleString("en-GB");

/** Texts of exports: files that the service makes from the labels found. */
export const exports = {
  open: "Export",
  title: "Export the labels found",
  what: (total: number) =>
    `The service makes one file with ${total === 1 ? "the label" : `all ${number(total)} labels`}. You can close this dialog while it works.`,
  begin: "Make the file",
  format: "Format",
  formats: {
    csv: "A table, for R, Python or a spreadsheet",
    "camtrap-dp": "Camtrap DP, for GBIF, camtrapdp and Wildlife Insights",
    dwca: "Darwin Core, animals only, for programs that cannot read Camtrap DP",
    coco: "COCO, to train a detector: boxes in single frames",
    ytvis: "YouTube-VIS, to train a tracker: boxes through clips",
  },
  undescribed: "This format needs a description of the dataset, and there is none yet.",
  describe: "Describe the dataset",
  level: "A row for each",
  gap: "Seconds without a label that end an event",
  gapHint: "Labels of one camera belong to one event while the pauses between them are shorter.",
  levels: { media: "label", event: "event", both: "label, and each event" },
  allStreams: "Also include streams of these cameras that have no label",
  allStreamsHint:
    "You need these streams to estimate effort. They are listed as files that nobody has classified.",
  machine: "Labels made by machines",
  machines: { reviewed: "Only those with a vote", all: "All", none: "None" },
  fps: "Frames per second of a clip (1 to 30)",
  stills: "Include the pictures, cut from the videos",
  stillsHint:
    "A picture has 100 to 500 kB. The file can have at most 20,000 pictures. Cutting many pictures takes hours. If you leave them out, the file has only their names and times.",
  split: "Separate files for training, validation and test",
  splitHint: "All videos of a camera are in the same file.",
  shares: { train: "Share of cameras for training", val: "Share for validation", test: "Share for test" },
  seed: "Seed: another number makes another split",
  names: "Names of people",
  namesHint: "Otherwise each person has a pseudonym, which is the same in all exports.",
  columns: "Notes with a column of their own (optional)",
  columnsHint:
    "Separate them by commas: behaviour, sex. The column “observation” always has all notes of a label.",
  exact: "Exact places, even of sensitive species",
  exactHint: "Otherwise places where a sensitive species was ever seen are rounded or left out.",
  yours: "Your exports",
  progress: "Progress",
  phases: {
    read: (done: number, total: number) => `${number(done)} of ${number(total)} labels read`,
    plan: () => "choosing the pictures",
    cut: (done: number, total: number) => `${number(done)} of ${number(total)} pictures cut`,
    pack: () => "writing the file",
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
    "box-size-unknown": "boxes in pictures of unknown size",
    "box-outside": "boxes outside their picture",
    "stream-size-unknown": "streams left out, as the size of their picture is unknown",
    "video-unreadable": "pictures left out, as their video cannot be read",
    "video-unreachable": "pictures left out, as the service has no access to their video",
    "still-past-the-end": "pictures left out, as the label is after the end of its video",
    "still-too-slow": "pictures left out, as they took too long",
    "still-withheld": "pictures left out to protect a species. To include them, choose exact places",
    "part-empty": "parts of the split without a picture",
    "media-type-guessed": "files of unknown type, listed as video/mp4",
  },
  warned: (count: number, what: string, first: string) =>
    `${number(count)} ${what}: ${first}${count > 1 ? " …" : ""}`,
  remove: "Remove",
};
