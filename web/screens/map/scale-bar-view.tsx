import { mapText } from "../../text/map.ts";
import type { projectionOf, Size } from "./projection.ts";
import { scaleBarOf } from "./scale-bar.ts";

type Props = { readonly projection: ReturnType<typeof projectionOf>; readonly size: Size };

/** A scale bar for the middle of the map. */
export function ScaleBarView({ projection, size }: Props) {
  const map = mapText.value;
  const { km, px } = scaleBarOf(projection, size, Math.min(160, size.width / 3));
  const [right, y] = [size.width - 12, size.height - 26];
  return (
    <g class="scale">
      <title>{`${map.length(km)} ${map.scaleAtMiddle}`}</title>
      <path d={`M${right - px} ${y - 5}v5h${px}v-5`} />
      <text x={right - px / 2} y={y - 8}>
        {map.length(km)}
      </text>
    </g>
  );
}
