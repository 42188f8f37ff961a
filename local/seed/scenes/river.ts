import { drawMallard, drawOtter, drawSwimmer, mallardReach, otterReach, swimmerReach } from "./animals.ts";
import { grainAt, grey, type Picture, pictureOf, rgb } from "./picture.ts";
import { type Actor, between, sceneOf } from "./scene.ts";

/** Pixel row where the bank ends and the water begins. */
const bankY = 215;

const walk = { from: 2.5, to: 9 };
const path = between(walk, [160, 196], [360, 196]);

/** An otter walks along the bank at night. */
export const walkingOtter: Actor = {
  ...walk,
  placeAt: (seconds) => ({ ...path(seconds), y: 196 + 5 * Math.sin(seconds * 9) }),
  reach: otterReach,
  draw: (picture, place, seconds) => drawOtter(picture, place, seconds, grey(165)),
};

/** The bend at night, in infrared. */
export const riverAtNight = sceneOf({
  seconds: 14,
  framesPerSecond: 15,
  background: () =>
    pictureOf((x, y) =>
      grey(y < bankY ? 60 + y / 8 + 8 * grainAt(x, y) : 88 + (y - bankY) / 3 + 2 * grainAt(x, y)),
    ),
  stir: ripple,
  actors: [walkingOtter],
});

/** Draws moving water by changing the luma only. */
function ripple({ width, height, luma }: Picture, seconds: number): void {
  for (let y = bankY; y < height; y += 1) {
    const row = Math.sin(y / 7 - seconds);
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      luma[at] = (luma[at] ?? 0) + 10 * row * Math.sin(x / 19 + y / 3 + seconds * 2.2);
    }
  }
}

const swim = { from: 10, to: 19 };

/** An otter swims downstream at dawn. */
export const swimmingOtter: Actor = {
  ...swim,
  placeAt: between(swim, [590, 262], [60, 300]),
  reach: swimmerReach,
  draw: (picture, place) => drawSwimmer(picture, place, rgb(92, 66, 44), rgb(214, 196, 176)),
};

const feed = { from: 0, to: 30 };
const drake = [rgb(176, 172, 164), rgb(24, 92, 60), rgb(212, 178, 44)] as const;

/** A mallard feeds until the otter comes. */
export const mallard: Actor = {
  from: 0,
  to: 12.5,
  placeAt: (seconds) => ({
    ...between(feed, [140, 240], [420, 232])(seconds),
    y: 238 + 2 * Math.sin(seconds * 2),
  }),
  reach: mallardReach,
  draw: (picture, place) => drawMallard(picture, place, drake),
};

/** The bend at dawn. */
export const riverAtDawn = sceneOf({
  seconds: 30,
  framesPerSecond: 10,
  background: () =>
    pictureOf((x, y) => {
      const grain = 5 * grainAt(x, y);
      const hills = 96 + 22 * Math.sin(x / 90) + 9 * Math.sin(x / 31);
      if (y < hills) return rgb(236 - y / 3, 188 - y / 4 + grain / 3, 150 + y / 5);
      if (y < bankY - 40 + 8 * Math.sin(x / 23)) return rgb(86 + grain, 92 + grain - (y - hills) / 6, 74);
      if (y < bankY) return rgb(122 + 3 * grain, 108 + 3 * grain, 70 + grain);
      return rgb(178 - (y - bankY) / 3, 158 - (y - bankY) / 4, 148 - (y - bankY) / 6);
    }),
  stir: ripple,
  actors: [mallard, swimmingOtter],
});
