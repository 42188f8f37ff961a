import { boxAround, type Place } from "./animals.ts";
import { copyOf, type Picture } from "./picture.ts";
import { drawTime } from "./time-stamp.ts";

/** An animal that crosses a scene. */
export type Actor = {
  /** Start of the animal's appearance (`to`: its end), in seconds from the start of the scene. */
  readonly from: number;
  readonly to: number;
  readonly placeAt: (seconds: number) => Place;
  readonly reach: Parameters<typeof boxAround>[1];
  readonly scale?: number;
  readonly draw: (picture: Picture, place: Place, seconds: number) => void;
};

export type Scene = {
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly pictureAt: (seconds: number) => Picture;
};

type Stage = Omit<Scene, "pictureAt"> & {
  /** Draws the parts that do not move. */
  readonly background: () => Picture;
  /** Draws the parts that always move, such as water. */
  readonly stir?: (picture: Picture, seconds: number) => void;
  readonly actors: readonly Actor[];
};

/** Returns a scene: the background, the moving parts, the animals, and the time in a corner. */
export function sceneOf({ background, stir, actors, ...length }: Stage): Scene {
  let still: Picture | undefined;
  return {
    ...length,
    pictureAt(seconds) {
      still ??= background();
      const picture = copyOf(still);
      stir?.(picture, seconds);
      for (const { from, to, placeAt, draw } of actors) {
        if (seconds >= from && seconds <= to) draw(picture, placeAt(seconds), seconds);
      }
      drawTime(picture, seconds);
      return picture;
    },
  };
}

/** Returns the place at a time on the straight way from one point (at `from`) to another (at `to`). */
export function between(
  { from, to }: Pick<Actor, "from" | "to">,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
) {
  return (seconds: number): Place => {
    const share = (seconds - from) / (to - from);
    return { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1), looks: x2 >= x1 ? 1 : -1 };
  };
}

/** Returns the box of an actor at a time, as a careful person would draw it. */
export function boxOf({ placeAt, reach, scale }: Actor, seconds: number) {
  return boxAround(placeAt(seconds), reach, { width: 640, height: 360 }, scale);
}
