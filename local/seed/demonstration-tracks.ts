import { follow } from "./scenes/labels-of.ts";
import { seadragon } from "./scenes/reef.ts";
import { foxAtGate, foxOut } from "./scenes/ridge.ts";
import { swimmingOtter, walkingOtter } from "./scenes/river.ts";

/** A vote: the index of a person and the index of a species. */
export type Vote = { readonly by: number; readonly species: number };

/** Annotations in the identification shape. `by`, `stream` and `species` are indexes into the demonstration's lists. */
export const tracks: readonly {
  readonly by: number;
  readonly stream: number;
  readonly identification: number;
  readonly votes?: readonly Vote[];
  readonly keypoints: readonly object[];
}[] = [
  {
    by: 1,
    stream: 0,
    identification: 0,
    votes: [{ by: 2, species: 0 }],
    keypoints: follow(swimmingOtter, 10.5, 13, 16, 18.5),
  },
  {
    by: 2,
    stream: 2,
    identification: 1,
    votes: [
      { by: 1, species: 0 },
      { by: 0, species: 1 },
    ],
    keypoints: follow(foxOut, 7, 9, 11, 12.5),
  },
  {
    by: 1,
    stream: 3,
    identification: 3,
    keypoints: [{ time: "26:40:00.000", box: { x1: 700, y1: 310, x2: 860, y2: 520 } }],
  },
  {
    by: 1,
    stream: 1,
    identification: 0,
    keypoints: follow(walkingOtter, 2.6, 4, 5.5, 7, 8.8),
  },
  {
    by: 2,
    stream: 5,
    identification: 1,
    votes: [{ by: 1, species: 1 }],
    keypoints: follow(foxAtGate, 6, 9, 12, 14.5),
  },
  {
    by: 0,
    stream: 6,
    identification: 3,
    votes: [
      { by: 1, species: 3 },
      { by: 2, species: 3 },
    ],
    keypoints: follow(seadragon, 3.5, 7, 11, 15, 20),
  },
];
