import fc from "fast-check";
import type { Place } from "../../../../web/parts/places/place.ts";
import type { Size } from "../../../../web/screens/map/projection.ts";
import { limited, trueUpToKm, type View } from "../../../../web/screens/map/view.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

export const places: fc.Arbitrary<Place> = fc.record({
  latitude: number(-80, 80),
  longitude: number(-180, 180),
});

export const sizes: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 240, max: 1400 }),
  height: fc.integer({ min: 200, max: 700 }),
});

/** Widths from 100 m to the whole earth, evenly distributed on a logarithmic scale. */
const widths = number(-1, 4.6).map((power) => 10 ** power);

export const views: fc.Arbitrary<View> = fc
  .record({ middle: places, widthKm: widths })
  .map((view) => limited(view, 1.5));

/** Views with true distances and directions. */
export const trueViews: fc.Arbitrary<View> = views.filter(({ widthKm }) => widthKm <= trueUpToKm);
