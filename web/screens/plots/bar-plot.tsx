import { moveFocus } from "../../keys/grid.ts";
import { useWidth } from "../../parts/element-size.ts";
import { plotsText } from "../../text/plots.ts";
import { countTicks, everyNth } from "./scale.ts";

type Bar = {
  readonly key: string;
  /** Text below the bar, if there is room. */
  readonly mark: string;
  readonly count: number;
  /** Tooltip and accessible name of the bar: "Monday 2 March: 12 labels, 8 h recorded". */
  readonly title: string;
  readonly href: string;
  readonly recordedSeconds?: number;
};

type Props = {
  readonly name: string;
  readonly bars: readonly Bar[];
  /** Possible steps between marks, ascending from 1; the last one is for the narrowest plot. Default: 1, 2, 5, 10 … */
  readonly markEvery?: readonly number[];
};

const left = 44;
const top = 8;
const plotHeight = 160;
const effortHeight = 36;
/** Height of the marks between the two plots, in pixels. */
const markHeight = 22;

/** Returns the width of the longest mark, in pixels. */
function markPx(bars: readonly Bar[]): number {
  return Math.max(...bars.map(({ mark }) => mark.length)) * 7 + 8;
}

/** Returns the horizontal middle of a mark, moved so that the plot's edge does not cut it off. */
function markX(middle: number, mark: string, width: number): number {
  return Math.min(middle, width - mark.length * 3.5);
}

/**
 * A bar plot above a row of marks. If the recorded hours are known, they are bars below the marks that point downwards.
 */
export function BarPlot({ name, bars, markEvery }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const plots = plotsText.value;
  const ticks = countTicks(Math.max(...bars.map(({ count }) => count)));
  const maxSeconds = Math.max(0, ...bars.map(({ recordedSeconds }) => recordedSeconds ?? 0));
  const hasEffort = bars.some(({ recordedSeconds }) => recordedSeconds !== undefined);
  const height = top + plotHeight + markHeight + (hasEffort ? effortHeight + 6 : 0);
  const step = (width - left) / bars.length;
  const y = (count: number) => top + plotHeight * (1 - count / (ticks.at(-1) ?? 1));
  const nth = everyNth(bars.length, (width - left) / markPx(bars), markEvery);
  const effortTop = top + plotHeight + markHeight;
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          aria-label={name}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          onKeyDown={(event) => moveFocus(event, bars.length)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <path class="tick" d={`M${left} ${y(tick)}H${width}`} />
              <text class="tick-text end" x={left - 6} y={y(tick) + 4}>
                {plots.number(tick)}
              </text>
            </g>
          ))}
          {hasEffort && (
            <text class="tick-text end" x={left - 6} y={effortTop + 12}>
              {plots.recorded(maxSeconds)}
            </text>
          )}
          {bars.map(
            ({ key, mark }, i) =>
              i % nth === 0 && (
                <text
                  key={key}
                  class="tick-text middle"
                  x={markX(left + (i + 0.5) * step, mark, width)}
                  y={y(0) + 15}
                >
                  {mark}
                </text>
              ),
          )}
          {bars.map(({ key, count, title, href, recordedSeconds = 0 }, i) => {
            const x = left + i * step;
            const gap = step > 4 ? step * 0.1 : 0;
            const effort = maxSeconds > 0 ? (effortHeight * recordedSeconds) / maxSeconds : 0;
            return (
              <a key={key} href={href} aria-label={title} tabindex={i === 0 ? 0 : -1}>
                <title>{title}</title>
                <rect class="hit" x={x} y={top} width={step} height={height - top} />
                <rect class="bar" x={x + gap} y={y(count)} width={step - 2 * gap} height={y(0) - y(count)} />
                {effort > 0 && (
                  <rect class="effort" x={x + gap} y={effortTop} width={step - 2 * gap} height={effort} />
                )}
              </a>
            );
          })}
        </svg>
      )}
    </div>
  );
}
