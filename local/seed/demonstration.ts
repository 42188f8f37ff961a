/** The records that `npm start` puts into a new stack, so that no list is empty. */

/** A time on day 1 to 9 of the demonstration. */
const day = (n: number, time: string) => `2026-03-0${n}T${time}Z`;

export const people = [
  { email: "ana@demo.localhost", name: "Ana Duarte", role: "curator" },
  { email: "ben@demo.localhost", name: "Ben Okafor", role: "annotator" },
  { email: "chi@demo.localhost", name: "Chi Nguyen", role: "annotator" },
] as const;

export const sources = [
  {
    name: "Otter bend",
    location: "51.181,5.655",
    camera_hardware: "Infrared trail camera",
    site_id: 1,
    time_zone: "Europe/Brussels",
  },
  {
    name: "Ridge path",
    location: "51.496,4.774",
    camera_hardware: "Infrared trail camera",
    site_id: 2,
    time_zone: "+01:00",
  },
  {
    name: "Reef station",
    location: "-35.0042,138.5083",
    camera_hardware: "Underwater camera, 1080p",
    time_zone: "Australia/Adelaide",
  },
] as const;

const mammals = ["Animalia", "Chordata", "Mammalia", "Carnivora"];

export const species = [
  {
    common_name: "Eurasian otter",
    scientific_name: "Lutra lutra",
    lineage: [...mammals, "Mustelidae", "Lutra"],
  },
  { common_name: "Red fox", scientific_name: "Vulpes vulpes", lineage: [...mammals, "Canidae", "Vulpes"] },
  {
    common_name: "Mallard",
    scientific_name: "Anas platyrhynchos",
    lineage: ["Animalia", "Chordata", "Aves", "Anseriformes", "Anatidae", "Anas"],
  },
  {
    common_name: "Leafy seadragon",
    scientific_name: "Phycodurus eques",
    lineage: ["Animalia", "Chordata", "Teleostei", "Syngnathiformes", "Syngnathidae", "Phycodurus"],
  },
] as const;

/** The species that every service has, for votes that nothing is there, as an index beyond `species`. */
const blank = species.length;

/**
 * `source` is an index into `sources`. A stream without an end is live and starts now, because the clean-up would
 * soon end an older one that sends no heartbeat. Only the stream in `clip` has a real video.
 */
export const streams = [
  { source: 0, startTime: day(1, "04:57:00"), endTime: day(1, "04:59:30"), file: "otter-dawn" },
  { source: 0, startTime: day(2, "21:10:00"), endTime: day(2, "21:10:14"), file: "otter-night" },
  { source: 1, startTime: day(2, "23:58:00"), endTime: day(3, "00:03:00"), file: "ridge-midnight" },
  { source: 2, startTime: day(1, "00:00:00"), endTime: day(5, "00:00:00"), file: "reef-four-days" },
  { source: 2, startTime: undefined, endTime: undefined, file: "reef-live" },
] as const;

/** The stream whose video is made for the demonstration. Stills and clips can be cut out of it. */
export const clip = { stream: 1, seconds: 14 } as const;

const box = (x1: number, y1: number, x2: number, y2: number) => ({ x1, y1, x2, y2 });

/** Annotations in the identification shape. `by`, `stream` and `species` are indexes into the lists above. */
export const tracks = [
  {
    by: 1,
    stream: 0,
    identification: 0,
    votes: [{ by: 2, species: 0 }],
    keypoints: [
      { time: "00:00:12.000", box: box(310, 420, 520, 560) },
      { time: "00:00:13.500", box: box(350, 410, 560, 550) },
      { time: "00:00:15.250", box: box(420, 400, 640, 545) },
    ],
  },
  {
    by: 2,
    stream: 2,
    identification: 1,
    votes: [
      { by: 1, species: 0 },
      { by: 0, species: 1 },
    ],
    keypoints: [{ time: "00:02:03.500", box: box(88, 200, 240, 330) }],
  },
  {
    by: 1,
    stream: 3,
    identification: 3,
    votes: [],
    keypoints: [{ time: "26:40:00.000", box: box(700, 310, 860, 520) }],
  },
] as const;

/** What the labels of the demonstration's detector have in common. */
const byMachine = {
  by: 1,
  observer: "MegaDetector 6",
  method: "machine",
  machine: { detector: "MegaDetector 6", classifier: "SpeciesNet 4" },
} as const;

/** Annotations in the observation shape. */
export const observations = [
  {
    by: 1,
    stream: 0,
    timespan: { start: "00:00:40", end: "00:01:05" },
    observer: "Ben Okafor",
    observation: { species: "Anas platyrhynchos", behaviour: "foraging", count: "2" },
    votes: [],
  },
  {
    by: 2,
    stream: 1,
    timespan: { start: "00:00:02.500", end: "00:00:09" },
    boundingBox: box(120, 80, 400, 300),
    observer: "Field team",
    observation: { common_name: "eurasian otter", behaviour: "moving", sex: "unknown" },
    votes: [],
  },
  {
    by: 0,
    stream: 2,
    timespan: { start: "00:04:10", end: "00:04:20" },
    observer: "Ana Duarte",
    observation: { behaviour: "scent marking" },
    votes: [],
  },
  {
    ...byMachine,
    stream: 2,
    timespan: { start: "00:00:31", end: "00:00:38" },
    boundingBox: box(40, 230, 190, 340),
    confidence: 0.91,
    observation: { species: "Vulpes vulpes" },
    votes: [],
  },
  {
    ...byMachine,
    stream: 2,
    timespan: { start: "00:01:12", end: "00:01:20" },
    boundingBox: box(300, 210, 460, 330),
    confidence: 0.64,
    observation: { species: "Vulpes vulpes" },
    votes: [{ by: 2, species: 1 }],
  },
  {
    ...byMachine,
    stream: 2,
    timespan: { start: "00:03:20", end: "00:03:26" },
    boundingBox: box(10, 180, 90, 260),
    confidence: 0.42,
    observation: { species: "Vulpes vulpes" },
    votes: [{ by: 2, species: blank }],
  },
  {
    ...byMachine,
    stream: 0,
    timespan: { start: "00:02:05", end: "00:02:11.500" },
    boundingBox: box(210, 400, 380, 520),
    confidence: 0.97,
    observation: { species: "Lutra lutra" },
    votes: [],
  },
  {
    ...byMachine,
    stream: 3,
    timespan: { start: "00:12:00", end: "00:12:40" },
    boundingBox: box(640, 300, 800, 500),
    confidence: 0.88,
    observation: { species: "Phycodurus eques" },
    votes: [{ by: 0, species: 3 }],
  },
  {
    ...byMachine,
    stream: 3,
    timespan: { start: "00:19:30", end: "00:21:00" },
    boundingBox: box(660, 280, 830, 490),
    confidence: 0.72,
    observation: { species: "Phycodurus eques" },
    votes: [],
  },
  {
    ...byMachine,
    stream: 3,
    timespan: { start: "33:05:00", end: "33:05:20" },
    boundingBox: box(500, 350, 690, 560),
    confidence: 0.95,
    observation: { species: "Phycodurus eques" },
    votes: [
      { by: 0, species: 3 },
      { by: 2, species: 3 },
    ],
  },
] as const;
