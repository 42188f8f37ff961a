import { drawFox, foxReach } from "./animals.ts";
import { drawEllipse, grainAt, grey, type Picture, pictureOf } from "./picture.ts";
import { type Actor, between, sceneOf } from "./scene.ts";

/** Returns a fox in infrared. A larger scale shows the fox closer to the camera. */
function foxFrom(
  time: Pick<Actor, "from" | "to">,
  start: readonly [number, number],
  end: readonly [number, number],
  scale: number,
): Actor {
  const path = between(time, start, end);
  return {
    ...time,
    placeAt: (seconds) => ({ ...path(seconds), y: path(seconds).y + 2 * Math.sin(seconds * 16) }),
    reach: foxReach,
    scale,
    draw: (picture, place, seconds) =>
      drawFox(picture, place, seconds, [grey(150), grey(205), grey(82)], scale),
  };
}

/** A fox comes along the path, sniffs at the edge of the picture and returns. */
export const foxOut = foxFrom({ from: 6, to: 13 }, [700, 236], [-60, 250], 1);
export const foxBack = foxFrom({ from: 26, to: 34 }, [-60, 262], [700, 244], 1.15);

/** The path on the ridge at midnight. A branch moves in the wind, for a false detection. */
export const ridgeAtMidnight = sceneOf({
  seconds: 40,
  framesPerSecond: 10,
  background: () =>
    pictureOf((x, y) => {
      const trunk = [70, 215, 470, 585].some((at, i) => Math.abs(x - at - y / (9 + 4 * i)) < 9 + 3 * (i % 2));
      const path = Math.abs(y - 270 - 14 * Math.sin(x / 120)) < 34;
      if (trunk && y < 225) return grey(46 + 6 * grainAt(x, y));
      if (y < 200) return grey(30 + y / 12 + 5 * grainAt(x, y));
      return grey((path ? 96 : 66) + (y - 200) / 8 + 9 * grainAt(x, y));
    }),
  stir: drawBranch,
  actors: [foxOut, foxBack],
});

/** Box of the branch, which the detector mistakes for a fox. */
export const branchBox = { x1: 470, y1: 74, x2: 606, y2: 152 };

function drawBranch(picture: Picture, seconds: number): void {
  const sway = 6 * Math.sin(seconds * 1.7) + 3 * Math.sin(seconds * 4.1);
  drawEllipse(picture, [530, 112 + sway / 2], [56, 4], grey(92), 0.25);
  for (let i = 0; i < 9; i += 1) {
    const [x, y] = [486 + 12 * i, 104 + 4 * i + sway + 10 * (i % 2 === 0 ? -1 : 1)];
    drawEllipse(picture, [x, y], [10, 4], grey(108 + 4 * (i % 3)), (i % 2 === 0 ? -0.8 : 0.8) + sway / 40);
  }
}

/** The same fox, half a minute later, at the gate. */
export const foxAtGate = foxFrom({ from: 5, to: 15 }, [-70, 232], [720, 214], 1.45);

/** The scene of the camera at the gate, close to the path. */
export const gateAtMidnight = sceneOf({
  seconds: 20,
  framesPerSecond: 10,
  background: () =>
    pictureOf((x, y) => {
      const isPost = Math.abs(x - 120) < 13 || Math.abs(x - 508) < 13;
      const isRail = x > 120 && x < 508 && [92, 128, 164].some((at) => Math.abs(y - at) < 5);
      if (isPost && y > 62 && y < 292) return grey(116 + 7 * grainAt(x, y));
      if (isRail) return grey(104 + 5 * grainAt(x, y));
      if (y < 186) return grey(28 + y / 9 + 5 * grainAt(x, y));
      return grey(74 + (y - 186) / 5 + 10 * grainAt(x, y) + 5 * Math.sin(x / 37 + y / 11));
    }),
  actors: [foxAtGate],
});
