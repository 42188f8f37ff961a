export const streams = {
  title: "Streams",
  keys: {
    through: "Go through the filters and the streams, and back",
    open: "Open the stream",
    help: "Show this list",
  },
  filters: "Filters",
  camera: "Camera",
  allCameras: "All cameras",
  from: "From",
  to: "To",
  unlabelled: "Without labels",
  clear: "Clear filters",
  what: "the streams",
  labels: (n: number) => (n === 1 ? "1 label" : `${n.toLocaleString("en-GB")} labels`),
  toReview: (n: number) => `${n.toLocaleString("en-GB")} to review`,
  noLabels: "no labels",
  noPicture: "No picture",
  live: "Live",
  since: (time: string) => `since ${time}`,
  allShown: (total: number) => (total === 1 ? "1 stream" : `${total.toLocaleString("en-GB")} streams`),
  allLabelled: (looked: number) =>
    looked === 1
      ? "The only stream has labels."
      : `All ${looked.toLocaleString("en-GB")} streams have labels.`,
  withLabels: "Show streams with labels",
  none: "No video yet.",
  uploadVideo: "Upload a video",
  askCurator: "Ask a curator to upload videos.",
  nothingFound: "No stream matches these filters.",
  wrongOrder: "“From” must not be after “To”.",
};
