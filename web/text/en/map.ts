const number = (n: number, digits = 0) => n.toLocaleString("en-GB", { maximumFractionDigits: digits });
const length = (km: number) => (km < 1 ? `${number(km * 1000)} m` : `${number(km, km < 10 ? 1 : 0)} km`);
const winds = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

export const map = {
  title: "Map",
  what: "the numbers of labels",
  counted: (labels: number, cameras: number) =>
    `${labels === 1 ? "1 label" : `${number(labels)} labels`} at ${cameras === 1 ? "1 camera" : `${number(cameras)} cameras`}`,
  howCounted: "The area of a circle shows the number of labels. One animal can have several labels.",
  picture: (labels: string) => `Map of the cameras: ${labels}. The table has the same numbers.`,
  site: (name: string, labels: number) => `${name}: ${labels === 1 ? "1 label" : `${number(labels)} labels`}`,
  number,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  all: "All cameras",
  world: "World",
  buttons: "Zoom and extent",
  zoomTo: "Zoom",
  zoomToOf: (name: string) => `Zoom to the surroundings of ${name}`,
  trueFrom: "Distances and directions from the middle of the map are true.",
  coarse: "Outlines of land are accurate to about 20 km.",
  noLand: "Land is not drawn at this zoom.",
  scaleAtMiddle: "at the middle of the map",
  noCameras: "No camera yet. Curators register cameras in More.",
  camera: "Camera",
  labels: "Labels",
  recorded: "Recorded",
  place: "Latitude, longitude",
  away: "From the middle of the map",
  distance: (km: number, degrees: number) => `${length(km)} ${winds[Math.round(degrees / 45) % 8] ?? ""}`,
  here: "here",
  length,
  latitude: (degrees: number) =>
    degrees === 0 ? "0°" : `${number(Math.abs(degrees), 4)}° ${degrees < 0 ? "S" : "N"}`,
  longitude: (degrees: number) => {
    const wrapped = ((((degrees + 180) % 360) + 360) % 360) - 180;
    return wrapped === 0 || wrapped === -180
      ? `${Math.abs(wrapped)}°`
      : `${number(Math.abs(wrapped), 4)}° ${wrapped < 0 ? "W" : "E"}`;
  },
  keyHelp: [
    { keys: ["← → ↑ ↓"], does: "Move the map, while it has the focus" },
    { keys: ["+", "-"], does: "Zoom in, zoom out" },
    { keys: ["0"], does: "All cameras" },
  ],
};
