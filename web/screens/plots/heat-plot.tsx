import { moveFocus } from "../../keys/grid.ts";
import { useWidth } from "../../parts/element-size.ts";
import { plotsText } from "../../text/plots.ts";
import type { Heat } from "./heat.ts";
import { shadeOf } from "./scale.ts";

type Props = {
  readonly heat: Heat;
  readonly nameOfSpecies: (id: number) => string;
  readonly nameOfCamera: (id: number) => string;
  readonly hoursOf: (camera: number) => string;
  readonly hrefOf: (species: number, camera: number) => string;
};

/** Maximum number of rows, and of columns. The table shows all species and cameras. */
const maxDrawn = 40;
const rowHeight = 26;
const letterPx = 7;

/** A cell for each species at each camera. More labels have a stronger colour. */
export function HeatPlot({ heat, nameOfSpecies, nameOfCamera, hoursOf, hrefOf }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const plots = plotsText.value;
  const species = heat.species.slice(0, maxDrawn);
  const cameras = heat.cameras.slice(0, maxDrawn);
  const left = Math.min(width / 2.2, longest(species.map(nameOfSpecies)) * letterPx + 12);
  const column = Math.min(110, Math.max(44, (width - left) / cameras.length));
  // Tilts the names if they are wider than their column.
  const isTilted = longest(cameras.map(nameOfCamera)) * letterPx > column - 6;
  const top = isTilted ? Math.min(130, longest(cameras.map(nameOfCamera)) * letterPx * 0.72 + 14) : 24;
  const drawnWidth = left + column * cameras.length + (isTilted ? 60 : 0);
  const height = top + rowHeight * (species.length + 1) + 4;
  const leftOut = heat.species.length - species.length + (heat.cameras.length - cameras.length);
  return (
    <div ref={ref} class="wide">
      {width > 0 && (
        <svg
          aria-label={plots.heat}
          viewBox={`0 0 ${drawnWidth} ${height}`}
          width={drawnWidth}
          height={height}
          onKeyDown={(event) => moveFocus(event, cameras.length)}
        >
          {cameras.map((camera, i) => (
            <text key={camera} {...headAt(left + column * i, top, column, isTilted)}>
              {nameOfCamera(camera)}
            </text>
          ))}
          {species.map((kind, row) => (
            <text key={kind} class="name end" x={left - 8} y={top + rowHeight * row + 18}>
              {shortened(nameOfSpecies(kind), left / letterPx)}
            </text>
          ))}
          {species.flatMap((kind, row) =>
            cameras.map((camera, i) => {
              const count = heat.countOf(kind, camera);
              const [x, y] = [left + column * i, top + rowHeight * row];
              const title = plots.cell(nameOfSpecies(kind), nameOfCamera(camera), count);
              return (
                <a
                  key={`${kind} ${camera}`}
                  href={hrefOf(kind, camera)}
                  aria-label={title}
                  tabindex={row + i === 0 ? 0 : -1}
                >
                  <title>{title}</title>
                  <rect
                    class={`cell shade-${shadeOf(count, heat.max)}`}
                    x={x + 1}
                    y={y + 1}
                    width={column - 2}
                    height={rowHeight - 2}
                  />
                  {count > 0 && (
                    <text class={`name middle on-${shadeOf(count, heat.max)}`} x={x + column / 2} y={y + 18}>
                      {plots.number(count)}
                    </text>
                  )}
                </a>
              );
            }),
          )}
          <text class="tick-text end" x={left - 8} y={height - 10}>
            {plots.recordedRow}
          </text>
          {cameras.map((camera, i) => (
            <text key={camera} class="tick-text middle" x={left + column * (i + 0.5)} y={height - 10}>
              {hoursOf(camera)}
            </text>
          ))}
        </svg>
      )}
      {leftOut > 0 && <p class="hint">{plots.heatMore(leftOut)}</p>}
    </div>
  );
}

function headAt(x: number, top: number, column: number, isTilted: boolean) {
  if (!isTilted) return { class: "name middle", x: x + column / 2, y: top - 8 };
  const [tx, ty] = [x + column / 2, top - 6];
  return { class: "name", x: tx, y: ty, transform: `rotate(-45 ${tx} ${ty})` };
}

function longest(names: readonly string[]): number {
  return Math.max(0, ...names.map(({ length }) => length));
}

function shortened(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, Math.max(1, Math.floor(letters) - 2))}…` : name;
}
