import { reefAtNoon } from "./scenes/reef.ts";
import { gateAtMidnight, ridgeAtMidnight } from "./scenes/ridge.ts";
import { riverAtDawn, riverAtNight } from "./scenes/river.ts";

// The records that `npm start` adds to a new stack, so that no list is empty.

/** Returns a time on day 1 to 9 of the demonstration. */
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
  {
    name: "Ridge gate",
    location: "51.4962,4.7746",
    camera_hardware: "Infrared trail camera",
    site_id: 3,
    time_zone: "+01:00",
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

/** Picture size of the reef's camera, in pixels. */
const fullHd = { width: 1920, height: 1080 } as const;

/**
 * `source` is an index into `sources`. Streams with a scene get a video of the scene. The other streams have the URL of a
 * video that does not exist. A stream without an end is live. It starts now, because the clean-up would soon end a live
 * stream that started earlier and has no heartbeats.
 */
export const streams = [
  {
    source: 0,
    startTime: day(1, "04:57:00"),
    endTime: day(1, "04:57:30"),
    file: "otter-dawn",
    scene: riverAtDawn,
  },
  {
    source: 0,
    startTime: day(2, "21:10:00"),
    endTime: day(2, "21:10:14"),
    file: "otter-night",
    scene: riverAtNight,
  },
  {
    source: 1,
    startTime: day(2, "23:59:44"),
    endTime: day(3, "00:00:24"),
    file: "ridge-midnight",
    scene: ridgeAtMidnight,
  },
  {
    source: 2,
    startTime: day(1, "00:00:00"),
    endTime: day(5, "00:00:00"),
    file: "reef-four-days",
    size: fullHd,
  },
  { source: 2, startTime: undefined, endTime: undefined, file: "reef-live", size: fullHd },
  {
    source: 3,
    startTime: day(3, "00:00:10"),
    endTime: day(3, "00:00:30"),
    file: "gate-midnight",
    scene: gateAtMidnight,
  },
  {
    source: 2,
    startTime: day(5, "03:30:00"),
    endTime: day(5, "03:30:24"),
    file: "reef-noon",
    scene: reefAtNoon,
  },
] as const;
