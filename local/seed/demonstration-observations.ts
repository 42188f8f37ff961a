import { species } from "./demonstration.ts";
import type { Vote } from "./demonstration-tracks.ts";
import { detected } from "./scenes/labels-of.ts";
import { seadragon } from "./scenes/reef.ts";
import { branchBox, foxAtGate, foxBack } from "./scenes/ridge.ts";
import { mallard, swimmingOtter } from "./scenes/river.ts";

/** Index of the built-in species of kind `blank`, for votes for "nothing there". It follows the indexes of `species`. */
const blank = species.length;

const reefBox = (x1: number, y1: number, x2: number, y2: number) => ({ x1, y1, x2, y2 });

/** Common fields of the labels that the demonstration's detector made. */
const byMachine = {
  by: 1,
  observer: "MegaDetector 6",
  method: "machine",
  machine: { detector: "MegaDetector 6", classifier: "SpeciesNet 4" },
};

/** Annotations in the observation shape. */
export const observations: readonly {
  readonly by: number;
  readonly stream: number;
  readonly votes: readonly Vote[];
  readonly [field: string]: unknown;
}[] = [
  {
    by: 1,
    stream: 0,
    timespan: { start: "00:00:01", end: "00:00:12" },
    observer: "Ben Okafor",
    observation: { species: "Anas platyrhynchos", behaviour: "foraging", count: "1" },
    votes: [],
  },
  {
    by: 2,
    stream: 1,
    timespan: { start: "00:00:02.500", end: "00:00:09" },
    observer: "Field team",
    observation: { common_name: "eurasian otter", behaviour: "moving", sex: "unknown" },
    votes: [],
  },
  {
    by: 0,
    stream: 2,
    timespan: { start: "00:00:17", end: "00:00:22" },
    observer: "Ana Duarte",
    observation: { behaviour: "scent marking" },
    votes: [],
  },
  {
    ...byMachine,
    ...detected(foxBack, 29),
    stream: 2,
    confidence: 0.91,
    observation: { species: "Vulpes vulpes" },
    votes: [],
  },
  {
    ...byMachine,
    ...detected(foxBack, 31.5),
    stream: 2,
    confidence: 0.64,
    observation: { species: "Vulpes vulpes" },
    votes: [{ by: 2, species: 1 }],
  },
  {
    ...byMachine,
    stream: 2,
    timespan: { start: "00:00:15", end: "00:00:18" },
    boundingBox: branchBox,
    confidence: 0.42,
    observation: { species: "Vulpes vulpes" },
    votes: [{ by: 2, species: blank }],
  },
  {
    ...byMachine,
    ...detected(swimmingOtter, 14),
    stream: 0,
    confidence: 0.97,
    observation: { species: "Lutra lutra" },
    votes: [],
  },
  {
    ...byMachine,
    ...detected(mallard, 5),
    stream: 0,
    confidence: 0.58,
    observation: { species: "Anas platyrhynchos" },
    votes: [],
  },
  {
    ...byMachine,
    ...detected(foxAtGate, 10),
    stream: 5,
    confidence: 0.88,
    observation: { species: "Vulpes vulpes" },
    votes: [],
  },
  {
    ...byMachine,
    ...detected(seadragon, 12),
    stream: 6,
    confidence: 0.72,
    observation: { species: "Phycodurus eques" },
    votes: [],
  },
  {
    ...byMachine,
    stream: 3,
    timespan: { start: "00:12:00", end: "00:12:40" },
    boundingBox: reefBox(640, 300, 800, 500),
    confidence: 0.88,
    observation: { species: "Phycodurus eques" },
    votes: [{ by: 0, species: 3 }],
  },
  {
    ...byMachine,
    stream: 3,
    timespan: { start: "00:19:30", end: "00:21:00" },
    boundingBox: reefBox(660, 280, 830, 490),
    confidence: 0.72,
    observation: { species: "Phycodurus eques" },
    votes: [],
  },
  {
    ...byMachine,
    stream: 3,
    timespan: { start: "33:05:00", end: "33:05:20" },
    boundingBox: reefBox(500, 350, 690, 560),
    confidence: 0.95,
    observation: { species: "Phycodurus eques" },
    votes: [
      { by: 0, species: 3 },
      { by: 2, species: 3 },
    ],
  },
];
