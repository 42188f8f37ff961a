/** The records that `npm start` puts into a new stack, so that no list is empty. */

/** A time on day 1 to 9 of the demonstration. */
const day = (n: number, time: string) => `2026-03-0${n}T${time}Z`;

export const people = [
  { email: "ana@demo.localhost", name: "Ana Duarte", role: "curator" },
  { email: "ben@demo.localhost", name: "Ben Okafor", role: "annotator" },
  { email: "chi@demo.localhost", name: "Chi Nguyen", role: "annotator" },
] as const;

export const sources = [
  { name: "Otter bend", location: "51.181,5.655", camera_hardware: "Infrared trail camera", site_id: 1 },
  { name: "Ridge path", location: "51.496,4.774", camera_hardware: "Infrared trail camera", site_id: 2 },
  { name: "Reef station", location: "-35.0042,138.5083", camera_hardware: "Underwater camera, 1080p" },
] as const;

export const species = [
  { common_name: "Eurasian otter", scientific_name: "Lutra lutra" },
  { common_name: "Red fox", scientific_name: "Vulpes vulpes" },
  { common_name: "Mallard", scientific_name: "Anas platyrhynchos" },
  { common_name: "Leafy seadragon", scientific_name: "Phycodurus eques" },
] as const;

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

/** Annotations in the observation shape. */
export const observations = [
  {
    by: 1,
    stream: 0,
    timespan: { start: "00:00:40", end: "00:01:05" },
    observer: "Ben Okafor",
    observation: { species: "Anas platyrhynchos", behaviour: "foraging", count: "2" },
  },
  {
    by: 2,
    stream: 1,
    timespan: { start: "00:00:02.500", end: "00:00:09" },
    boundingBox: box(120, 80, 400, 300),
    observer: "Field team",
    observation: { common_name: "eurasian otter", behaviour: "moving", sex: "unknown" },
  },
  {
    by: 0,
    stream: 2,
    timespan: { start: "00:04:10", end: "00:04:20" },
    observer: "Ana Duarte",
    observation: { behaviour: "scent marking" },
  },
] as const;
