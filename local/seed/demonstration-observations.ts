import { species } from "./demonstration.ts";
import type { Vote } from "./demonstration-tracks.ts";
import { detected } from "./scenes/labels-of.ts";
import { seadragon } from "./scenes/reef.ts";
import { branchBox, foxAtGate, foxBack } from "./scenes/ridge.ts";
import { mallard, swimmingOtter } from "./scenes/river.ts";

/** Index of the built-in species of kind `blank`, for votes for "nothing there". It follows the indexes of `species`. */
const blank = species.length;

type Seen = {
  readonly timespan: { readonly start: string; readonly end: string };
  readonly boundingBox: {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  };
};

type Box = readonly [x1: number, y1: number, x2: number, y2: number];

/** A box that does not move from start to end. */
function still(start: string, end: string, [x1, y1, x2, y2]: Box): Seen {
  return { timespan: { start, end }, boundingBox: { x1, y1, x2, y2 } };
}

/** A label that the demonstration's detector made, with the votes of people on it. */
function byMachine(stream: number, seen: Seen, confidence: number, species: string, ...votes: Vote[]) {
  return {
    by: 1,
    stream,
    observer: "MegaDetector 6",
    method: "machine",
    machine: { detector: "MegaDetector 6", classifier: "SpeciesNet 4" },
    ...seen,
    confidence,
    observation: { species },
    votes,
  };
}

const fox = "Vulpes vulpes";
const dragon = "Phycodurus eques";
const branch = { timespan: { start: "00:00:15", end: "00:00:18" }, boundingBox: branchBox };

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
  byMachine(2, detected(foxBack, 29), 0.91, fox),
  byMachine(2, detected(foxBack, 31.5), 0.64, fox, { by: 2, species: 1 }),
  byMachine(2, branch, 0.42, fox, { by: 2, species: blank }),
  byMachine(0, detected(swimmingOtter, 14), 0.97, "Lutra lutra"),
  byMachine(0, detected(mallard, 5), 0.58, "Anas platyrhynchos"),
  byMachine(5, detected(foxAtGate, 10), 0.88, fox),
  byMachine(6, detected(seadragon, 12), 0.72, dragon),
  byMachine(3, still("00:12:00", "00:12:40", [640, 300, 800, 500]), 0.88, dragon, { by: 0, species: 3 }),
  byMachine(3, still("00:19:30", "00:21:00", [660, 280, 830, 490]), 0.72, dragon),
  byMachine(
    3,
    still("33:05:00", "33:05:20", [500, 350, 690, 560]),
    0.95,
    dragon,
    { by: 0, species: 3 },
    { by: 2, species: 3 },
  ),
];
