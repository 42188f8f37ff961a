import { drawSeadragon, seadragonReach } from "./animals.ts";
import { drawEllipse, grainAt, type Picture, pictureOf, rgb } from "./picture.ts";
import { type Actor, between, sceneOf } from "./scene.ts";

const drift = { from: 3, to: 21 };
const path = between(drift, [110, 190], [500, 150]);

/** A leafy seadragon drifts over the seagrass. */
export const seadragon: Actor = {
  ...drift,
  placeAt: (seconds) => ({ ...path(seconds), y: path(seconds).y + 10 * Math.sin(seconds / 1.3) }),
  reach: seadragonReach,
  draw: (picture, place, seconds) =>
    drawSeadragon(picture, place, seconds, [rgb(206, 168, 78), rgb(126, 146, 62)]),
};

/** The reef at noon, in colour. */
export const reefAtNoon = sceneOf({
  seconds: 24,
  framesPerSecond: 10,
  background: () =>
    pictureOf((x, y) => {
      const ray = 10 * Math.max(0, Math.sin((x + y / 2) / 46)) * (1 - y / 360);
      const sand = y > 300 + 9 * Math.sin(x / 61);
      const grain = 4 * grainAt(x, y);
      if (sand) return rgb(116 + 2 * grain, 142 + 2 * grain, 128 + grain);
      return rgb(14 + ray, 122 - y / 6 + ray + grain / 2, 150 - y / 9 + ray);
    }),
  stir: drawGrass,
  actors: [seadragon],
});

function drawGrass(picture: Picture, seconds: number): void {
  const blade = rgb(38, 92, 60);
  for (let x = 10; x < picture.width; x += 26) {
    const lean = 0.22 * Math.sin(seconds * 0.9 + x / 70);
    const tall = 40 + (Math.imul(x, 7919) % 23);
    drawEllipse(picture, [x + lean * tall, 318 - tall / 2], [4, tall], blade, -lean);
  }
}
